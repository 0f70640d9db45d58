import AVM
import Testing

@testable import AVM2

/// Where texts and vectors do what no standard says.
@Suite("Quirks of the language library", .serialized)
struct StringQuirkTests {
    @Test(
        "a negative length of substr is taken off the whole text's, where the start lies below it",
        arguments: [(0, -2, "abcde"), (1, -2, "bcdef"), (2, -2, ""), (1, -4, "bcd"), (2, -7, ""), (2, 9, "cdefg")])
    func substr(start: Int, length: Int, expected: String) throws {
        let world = LibraryWorld()
        let result = try world.call(world.text("abcdefg"), "substr", Value(start), Value(length))
        #expect(try world.string(result) == expected)
    }

    @Test("null is found in no text, not even in one that says so")
    func indexOfNull() throws {
        let world = LibraryWorld()
        let text = world.text("a null")
        #expect(try world.call(text, "indexOf", .null) == Value(-1))
        #expect(try world.call(text, "lastIndexOf", .undefined) == Value(-1))
        #expect(try world.call(text, "indexOf", world.text("null")) == Value(2))
    }

    @Test("groups may fill what split gives up to its limit, and one part more")
    func split() throws {
        let world = LibraryWorld()
        let expression = try world.new("RegExp", world.text("(b(b))"))
        let parts = try world.call(world.text("abbaabbabba"), "split", expression, Value(5))
        #expect(try world.string(parts) == "a,bb,b,aa,bb,a")
    }

    @Test("an exponent of 0 is left out")
    func exponential() throws {
        let world = LibraryWorld()
        #expect(try world.string(world.call(Value(5), "toExponential", Value(2))) == "5.00")
        #expect(try world.string(world.call(Value(50), "toExponential", Value(2))) == "5.00e+1")
    }

    @Test("vectors derive from Vector.<*>, but for those of numbers")
    func vectors() throws {
        let world = LibraryWorld()
        let any = try #require(world.machine.vectorTraits(of: .any))
        for (element, derives) in [(TypeRef.boolean, true), (.string, true), (.int, false), (.number, false)] {
            let (object, _) = try world.machine.makeVector(of: element, count: 1)
            #expect(world.machine.isInstance(Value(object), of: any) == derives)
        }
    }

    @Test("classes that a version lacks are hidden from scripts, not from the player")
    func versions() throws {
        let world = LibraryWorld()
        let old = AVM2Machine(host: world, heap: Heap(), apiVersion: 10)
        let json = old.qname(dotted: "JSON")
        #expect(try old.lookUp(json, in: old.systemDomain) == nil)
        #expect(old.traits(named: "JSON") != nil)
        let new = AVM2Machine(host: world, heap: Heap(), apiVersion: 13)
        #expect(try new.lookUp(new.qname(dotted: "JSON"), in: new.systemDomain) != nil)
    }
}
