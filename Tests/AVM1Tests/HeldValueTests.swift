import AVM
import AVM1
import TestSupport
import Testing

/// Natives that hold values while something allocates.
@Suite("AVM1 held values")
struct HeldValueTests {
    @Test("splice gives what it took out, which nothing else holds")
    func splice() throws {
        let world = ScriptWorld(isStressed: true)
        let traced = try world.run { code in
            code.push(.text("a"))
            for part in ["one", "two", "three"] {
                code.push(.text("el"), .text(part))
                code.op(.add2)
            }
            code.push(.int(3))
            code.op(.initArray)
            code.op(.setVariable)
            code.push(.text("b"))
            code.callMethod("a", "splice", .int(0), .int(2))
            code.op(.setVariable)
            code.traceVariable("b")
            code.traceVariable("a")
        }
        #expect(traced == ["elthree,eltwo", "elone"])
    }

    @Test("the names of an array's elements are held until the loop gets them")
    func enumeratedNames() throws {
        let world = ScriptWorld(isStressed: true)
        let traced = try world.run { code in
            code.push(.int(11), .int(12), .int(13), .int(3))
            code.op(.initArray)
            code.op(.enumerate2)
            for _ in 0..<3 { code.op(.trace) }
        }
        #expect(traced == ["2", "1", "0"])
    }

    @Test("the texts of a constant pool are held while it is read")
    func constantPool() throws {
        let world = ScriptWorld(isStressed: true)
        let texts = (0..<40).map { "text \($0)" }
        let traced = try world.run { code in
            code.constantPool(texts)
            for index in texts.indices {
                code.push(.pool(UInt16(index)))
                code.op(.trace)
            }
        }
        #expect(traced == texts)
    }

    @Test("every listener of a broadcast gets the arguments")
    func broadcast() throws {
        let world = ScriptWorld(isStressed: true)
        try world.run { code in
            code.make("source", "Object")
            code.push(.text("source"))
            code.op(.getVariable)
            code.push(.int(1), .text("AsBroadcaster"))
            code.op(.getVariable)
            code.push(.text("initialize"))
            code.op(.callMethod)
            code.op(.pop)
            for name in ["first", "second"] {
                code.make(name, "Object")
                code.push(.text(name))
                code.op(.getVariable)
                code.push(.text("heard"))
                code.function("", ["what"]) { code in
                    // Allocates, so that what nothing holds goes.
                    code.push(.text(name), .text(" hears "))
                    code.op(.add2)
                    code.push(.text("what"))
                    code.op(.getVariable)
                    code.op(.add2)
                    code.op(.trace)
                }
                code.op(.setMember)
                code.push(.text(name))
                code.op(.getVariable)
                code.push(.int(1), .text("source"))
                code.op(.getVariable)
                code.push(.text("addListener"))
                code.op(.callMethod)
                code.op(.pop)
            }
            // Called by native code below.
            code.push(.text("send"))
            code.function("", []) { code in
                code.push(.text("fre"), .text("sh"))
                code.op(.add2)
                code.push(.text("heard"), .int(2), .text("source"))
                code.op(.getVariable)
                code.push(.text("broadcastMessage"))
                code.op(.callMethod)
                code.op(.pop)
            }
            code.op(.setVariable)
        }
        let traced = try world.run { code in
            code.call("send")
            code.op(.pop)
        }
        #expect(traced == ["first hears fresh", "second hears fresh"])
        let machine = try #require(world.machine)
        let source = try #require(try machine.get(world.clip, "source").object)
        try machine.broadcast(source, machine.atom("heard"), [Value(machine.heap.makeString("news"))])
        #expect(world.traced.suffix(2) == ["first hears news", "second hears news"])
    }
}
