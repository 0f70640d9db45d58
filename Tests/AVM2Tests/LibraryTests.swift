import AVM
import AVM2
import Testing

/// Each test runs with garbage collected at every allocation as well: what natives hold must survive that.
@Suite("The language library", .serialized)
struct LibraryTests {
    @Test(
        "sorting: by text, by number, by fields, by function; equal elements keep Flash's order",
        arguments: [false, true])
    func sorting(isStressed: Bool) throws {
        let world = LibraryWorld(isStressed: isStressed)
        let numbers = world.array(Value(10), Value(9), Value(1), .undefined, Value(100))
        #expect(try world.string(world.call(numbers, "sort")) == "1,10,100,9,")
        #expect(try world.string(world.call(numbers, "sort", Value(16))) == "1,9,10,100,")
        #expect(try world.string(world.call(numbers, "sort", Value(18))) == "100,10,9,1,")
        let twice = world.array(Value(1), Value(1))
        #expect(try world.call(twice, "sort", Value(4)) == .zero)
        let indexed = world.array(world.text("b"), world.text("a"))
        #expect(try world.string(world.call(indexed, "sort", Value(8))) == "1,0")
        let byFunction = world.function { (call) throws(ScriptError) in
            Value(call[1].unsafeNumber - call[0].unsafeNumber)
        }
        let list = world.array(Value(1), Value(3), Value(2))
        #expect(try world.string(world.call(list, "sort", byFunction)) == "3,2,1")
        let people = world.array()
        for (name, age) in [("Bo", 30), ("al", 30), ("Cy", 20)] {
            let person = Value(world.machine.makeObject())
            try world.set(person, "name", world.text(name))
            try world.set(person, "age", Value(age))
            _ = try world.call(people, "push", person)
        }
        let fields = world.array(world.text("age"), world.text("name"))
        let sorted = try world.call(people, "sortOn", fields, world.array(Value(16), Value(1)))
        let names = try (0..<3).map { try world.string(world.get(world.get(sorted, String($0)), "name")) }
        #expect(names == ["Cy", "al", "Bo"])
    }

    @Test("arrays with huge lengths move only what they hold")
    func sparseArrays() throws {
        let world = LibraryWorld()
        let array = world.array(Value(1))
        try world.set(array, "4000000000", Value(2))
        #expect(try world.get(array, "length") == Value(4_000_000_001))
        #expect(try world.call(array, "shift") == Value(1))
        #expect(try world.get(array, "3999999999") == Value(2))
        _ = try world.call(array, "reverse")
        #expect(try world.get(array, "0") == Value(2))
        #expect(try world.call(array, "indexOf", Value(2)) == .zero)
    }

    @Test("splice, slice, concat, insertAt, removeAt", arguments: [false, true])
    func arrayParts(isStressed: Bool) throws {
        let world = LibraryWorld(isStressed: isStressed)
        let array = world.array(Value(1), Value(2), Value(3), Value(4))
        let removed = try world.call(array, "splice", Value(1), Value(2), world.text("x"))
        #expect(try world.string(removed) == "2,3" && world.string(array) == "1,x,4")
        #expect(try world.string(world.call(array, "slice", Value(-2))) == "x,4")
        #expect(try world.string(world.call(array, "concat", world.array(Value(5)), Value(6))) == "1,x,4,5,6")
        _ = try world.call(array, "insertAt", Value(-1), Value(0))
        #expect(try world.string(array) == "1,x,0,4")
        #expect(try world.call(array, "removeAt", Value(-1)) == Value(4))
    }

    @Test("strings and expressions", arguments: [false, true])
    func strings(isStressed: Bool) throws {
        let world = LibraryWorld(isStressed: isStressed)
        let expression = try world.new("RegExp", world.text("(?P<first>\\w)(\\d)?"), world.text("g"))
        let match = try world.call(expression, "exec", world.text("-a1"))
        #expect(try world.string(match) == "a1,a,1")
        #expect(try world.get(match, "index") == Value(1))
        #expect(try world.string(world.get(match, "first")) == "a")
        #expect(try world.get(expression, "lastIndex") == Value(3))
        let text = world.text("a1 b2")
        #expect(try world.string(world.call(text, "replace", expression, world.text("[$1$2$$]"))) == "[a1$] [b2$]")
        let upper = world.function { (call) throws(ScriptError) in
            try call.machine.callMethod("toUpperCase", of: call[0])
        }
        #expect(try world.string(world.call(text, "replace", expression, upper)) == "A1 B2")
        #expect(try world.string(world.call(text, "match", expression)) == "a1,b2")
        let comma = try world.new("RegExp", world.text(","))
        #expect(try world.string(world.call(world.text("1,2,,3"), "split", comma)) == "1,2,,3")
        #expect(try world.get(try world.call(world.text(""), "split", world.text("")), "length") == Value(1))
        #expect(try world.string(world.call(world.text("abc"), "substr", Value(-2), Value(-.infinity))) == "")
        #expect(try world.string(world.call(world.text("abc"), "replace", world.text("b"), world.text("$&"))) == "a$&c")
    }

    @Test("JSON there and back", arguments: [false, true])
    func json(isStressed: Bool) throws {
        let world = LibraryWorld(isStressed: isStressed)
        let text = #"{"a":[1,2.5,null,true,"\u0001\"x"],"b":{}}"#
        let value = try world.call(class: "JSON", "parse", world.text(text))
        #expect(try world.string(world.call(class: "JSON", "stringify", value)) == text)
        let spaced = try world.call(class: "JSON", "stringify", world.array(Value(1)), .null, Value(2))
        #expect(try world.string(spaced) == "[\n  1\n]")
        for bad in ["", "01", "[1,]", "{a:1}", "'a'", "nul", "1 2", "\"\u{1}\""] {
            #expect(world.error { _ = try world.call(class: "JSON", "parse", world.text(bad)) } == 1132, "\(bad)")
        }
        let loop = world.array()
        _ = try world.call(loop, "push", loop)
        #expect(world.error { _ = try world.call(class: "JSON", "stringify", loop) } == 1129)
    }

    @Test("XML: reading and changing", arguments: [false, true])
    func xml(isStressed: Bool) throws {
        let world = LibraryWorld(isStressed: isStressed)
        let tree = try world.new("XML", world.text("<a><b id='1'>x</b><b id='2'>y</b></a>"))
        #expect(try world.call(try world.get(tree, "b"), "length") == Value(2))
        #expect(try world.string(world.get(tree, "@none")) == "")
        try world.set(tree, "c", world.text("z"))
        try world.set(world.get(tree, "b"), "0", world.text("new"))
        try world.set(tree, "@k", Value(5))
        let compact = try world.call(try world.new("XML", tree), "toXMLString")
        #expect(
            try world.string(compact)
                == "<a k=\"5\">\n  <b id=\"1\">new</b>\n  <b id=\"2\">y</b>\n  <c>z</c>\n</a>")
        let parent = try world.call(try world.get(world.get(tree, "b"), "1"), "parent")
        #expect(parent == tree)
        #expect(try world.machine.delete(world.machine.publicName("b"), of: tree))
        #expect(try world.call(world.call(tree, "children"), "length") == Value(1))
        #expect(world.error { _ = try world.call(tree, "appendChild", tree) } == 1118)
    }

    @Test("weak keys of a Dictionary go with their objects")
    func weakKeys() throws {
        let world = LibraryWorld()
        let machine = world.machine!
        let dictionary = try world.new("flash.utils.Dictionary", .true)
        let kept = Value(machine.makeObject())
        func fill() throws {
            for number in 0..<100 {
                let key = Value(machine.makeObject())
                try machine.set(machine.publicName(key, for: dictionary), of: dictionary, to: Value(number))
            }
            try machine.set(machine.publicName(kept, for: dictionary), of: dictionary, to: world.text("kept"))
        }
        try fill()
        world.heap.collect()
        let state = try #require(dictionary.object?.native(as: DictionaryState.self))
        // The native stack is searched for pointers, so a few may seem to be in use.
        #expect(state.keys.count < 10)
        #expect(try world.string(machine.get(machine.publicName(kept, for: dictionary), of: dictionary)) == "kept")
    }

    @Test("AMF there and back", arguments: [UInt32(0), 3])
    func amf(version: UInt32) throws {
        let world = LibraryWorld()
        let bytes = try world.new("flash.utils.ByteArray")
        try world.set(bytes, "objectEncoding", Value(Int(version)))
        let object = Value(world.machine.makeObject())
        try world.set(object, "text", world.text("é"))
        try world.set(object, "list", world.array(Value(1), Value(-1), Value(0.5), .null, .true))
        try world.set(object, "self", object)
        try world.set(object, "date", try world.new("Date", Value(1234.0)))
        _ = try world.call(bytes, "writeObject", object)
        try world.set(bytes, "position", .zero)
        let back = try world.call(bytes, "readObject")
        #expect(try world.string(world.get(back, "text")) == "é")
        #expect(try world.string(world.get(back, "list")) == "1,-1,0.5,,true")
        #expect(try world.get(back, "self") == back)
        #expect(try world.call(world.get(back, "date"), "getTime") == Value(double: 1234))
        #expect(world.error { _ = try world.call(bytes, "readObject") } == 2030)
    }

    @Test("vectors keep to their type and length", arguments: [false, true])
    func vectors(isStressed: Bool) throws {
        let world = LibraryWorld(isStressed: isStressed)
        let (object, state) = try world.machine.makeVector(of: .string, count: 0)
        let vector = Value(object)
        _ = try world.call(vector, "push", Value(1), world.text("b"), Value(2.5))
        #expect(try world.string(vector) == "1,b,2.5")
        _ = try world.call(vector, "splice", Value(1), Value(1), Value(7), Value(8))
        #expect(try world.string(vector) == "1,7,8,2.5")
        state.isFixed = true
        #expect(world.error { _ = try world.call(vector, "pop") } == 1126)
        #expect(world.error { _ = try world.get(vector, "4") } == 1125)
    }

    @Test("dates in local time")
    func dates() throws {
        let world = LibraryWorld()
        let date = try world.new("Date", Value(2001), Value(1), Value(3), Value(4), Value(5), Value(6))
        #expect(try world.string(date) == "Sat Feb 3 04:05:06 GMT+0545 2001")
        #expect(try world.call(date, "getUTCHours") == Value(double: 22))
        #expect(try world.call(date, "setMonth", Value(12)) == world.call(date, "getTime"))
        #expect(try world.string(date) == "Thu Jan 3 04:05:06 GMT+0545 2002")
    }

    @Test("numbers as text")
    func numbers() throws {
        let world = LibraryWorld()
        #expect(try world.string(world.call(Value(255), "toString", Value(16))) == "ff")
        #expect(world.error { _ = try world.call(Value(1), "toString", Value(1)) } == 1003)
        #expect(world.error { _ = try world.call(Value(1), "toFixed", Value(21)) } == 1002)
        #expect(try world.string(Value(Double.greatestFiniteMagnitude)) == "1.79769313486231e+308")
    }
}
