import AVM
import Testing

@testable import AVM2

/// What the language library does at its edges, a row a quirk.
@Suite("The tail of the language library", .serialized)
struct LanguageTailTests {
    @Test("pop takes the last of the dense elements where only holes follow them")
    func popBeforeHoles() throws {
        let world = LibraryWorld()
        let list = try world.new("Array", Value(5))
        try world.set(list, "1", world.text("other"))
        try world.set(list, "2", world.text("test"))
        let popped = try (0..<5).map { _ in try world.string(world.call(list, "pop")) }
        #expect(popped == ["test", "other", "undefined", "undefined", "undefined"])
        #expect(try world.get(list, "length") == .zero)
    }

    @Test("a part of an array has what the prototype has in the place of holes")
    func sliceOfHoles() throws {
        let world = LibraryWorld()
        let list = try world.new("Array", Value(0))
        try world.set(list, "0", Value(1))
        try world.set(list, "2", Value(3))
        let prototype = try world.machine.prototype(of: world.machine.types.array)
        try world.set(prototype, "1", world.text("shared"))
        let part = try world.call(list, "slice", Value(1), Value(3))
        #expect(try world.string(part) == "shared,3")
        #expect(try world.call(part, "hasOwnProperty", Value(0)) == .true)
    }

    @Test("lastIndexOf starts at the first element where its start lies before that")
    func lastIndexOf() throws {
        let world = LibraryWorld()
        let list = world.array(Value(5), Value(6))
        #expect(try world.call(list, "lastIndexOf", Value(5), Value(-9)) == .zero)
    }

    @Test("a negative count of Vector.splice says where to stop, and a fixed vector is spliced")
    func splice() throws {
        let world = LibraryWorld()
        let (object, state) = try world.machine.makeVector(of: TypeRef.int, count: 0)
        let held = world.array(Value(object))
        for number in [18, 21, 22, 20, 5, 16] { try state.append(Value(number), world.machine) }
        let vector = try world.get(held, "0")
        #expect(try world.string(world.call(vector, "splice", Value(2), Value(-3))) == "22")
        state.isFixed = true
        #expect(try world.string(world.call(vector, "splice", Value(0), Value(1))) == "18")
        #expect(try world.string(vector) == "21,20,5,16")
        #expect(state.isFixed)
    }

    @Test("vectors write null out, give undefined where they are empty, and map to their length without a function")
    func vectors() throws {
        let world = LibraryWorld()
        let (object, state) = try world.machine.makeVector(of: .string, count: 2)
        let held = world.array(Value(object))
        let vector = try world.get(held, "0")
        #expect(try world.string(vector) == "null,null")
        #expect(try world.string(world.call(vector, "map", .null)) == "null,null")
        try state.setCount(0, world.machine)
        #expect(try world.call(vector, "pop").isUndefined)
        #expect(try world.machine.delete(world.machine.publicName(Value(0)), of: vector))
    }

    @Test(
        "parseFloat",
        arguments: [
            ("+100e-100", 100 / 1e100), ("-22222222.222222222", -22222222.222222224), ("10e-", Double.nan),
            ("1e4294967297", 10), ("1e2147483648", 0), ("e10 Infinity", Double.infinity), ("Infinitya", Double.nan),
            ("1.2345.678", 1.2345), ("", Double.nan), ("9e99999", Double.infinity),
        ] as [(String, Double)])
    func parseFloat(text: String, expected: Double) {
        let number = NumberConversion.parseFloat(Array(text.utf16))
        #expect(number == expected || number.isNaN && expected.isNaN)
    }

    @Test("up to SWF 10, decimals count from the last point")
    func joinedPoints() {
        #expect(NumberConversion.parseFloat(Array("1.2345.678".utf16), joinsPoints: true) == 12345.678)
    }

    @Test("large numbers show fifteen digits, the others cut off")
    func largeNumbers() {
        #expect(NumberConversion.shortestString(1.2315987654321987e21) == "1.23159876543219e+21")
        #expect(NumberConversion.shortestString(1.2315987654321987e20) == "123159876543219880000")
    }

    @Test(
        "what natives do that Flash has in ActionScript shows its calls",
        arguments: [
            ("int", "toPrecision", ["Number$/_convert()", "Number/http://adobe.com/AS3/2006/builtin::toPrecision()"]),
            ("Boolean", "toString", ["Error$/throwError()"]),
        ] as [(String, String, [String])])
    func scriptedCalls(className: String, method: String, expected: [String]) throws {
        let world = LibraryWorld()
        let traits = try #require(world.machine.traits(named: className))
        let prototype = try world.machine.prototype(of: traits)
        let function = try world.get(prototype, method)
        do {
            _ = try world.machine.call(function, this: className == "int" ? Value(1) : Value(1.5), Value(-1))
            Issue.record("nothing was thrown")
        } catch ScriptError.thrown(let error) {
            let trace = try world.string(world.call(error, "getStackTrace"))
            let lines = trace.split(separator: "\n\tat ").dropFirst().map(String.init)
            #expect(Array(lines.prefix(expected.count)) == expected)
        }
    }

    @Test(
        "int.prototype.toString takes no other numbers, uint's does",
        arguments: [("int", 1004), ("uint", nil)] as [(String, Int?)])
    func ownPrototypes(className: String, number: Int?) throws {
        let world = LibraryWorld()
        let traits = try #require(world.machine.traits(named: className))
        let function = try world.get(try world.machine.prototype(of: traits), "toString")
        #expect(try world.string(world.machine.call(function, this: Value(7))) == "7")
        #expect(world.error { _ = try world.machine.call(function, this: Value(1.5)) } == number)
    }

    @Test(
        "prototypes of errors carry the name of their class",
        arguments: [
            ("RangeError", "RangeError"), ("flash.errors.IOError", "IOError"), ("Error", "Error"),
            ("flash.errors.DRMManagerError", "undefined"),
        ])
    func errorNames(className: String, name: String) throws {
        let world = LibraryWorld()
        let traits = try #require(world.machine.traits(named: className))
        #expect(try world.string(world.get(try world.machine.prototype(of: traits), "name")) == name)
    }

    @Test("an error says what it is when it is asked for its stack trace")
    func lateText() throws {
        let world = LibraryWorld()
        let error = try world.new("Error", world.text("early"))
        try world.set(error, "message", world.text("late"))
        #expect(try world.string(world.call(error, "getStackTrace")).hasPrefix("Error: late"))
    }

    @Test("a Dictionary is asked by text by hasOwnProperty")
    func dictionary() throws {
        let world = LibraryWorld()
        let dictionary = try world.new("flash.utils.Dictionary")
        let key = world.object()
        try world.machine.set(try world.machine.publicName(key, for: dictionary), of: dictionary, to: .true)
        #expect(try world.call(dictionary, "hasOwnProperty", key) == .false)
    }

    @Test("a function has no prototype where it was given null, until it makes an object")
    func nullPrototype() throws {
        let world = LibraryWorld()
        let function = world.function { (_) throws(ScriptError) in .undefined }
        try world.set(function, "prototype", .null)
        #expect(try world.get(function, "prototype").isUndefined)
        _ = try world.machine.construct(function)
        #expect(try world.get(function, "prototype").isObject)
    }

    @Test("apply gives what the prototype has in the place of holes")
    func applyHoles() throws {
        let world = LibraryWorld()
        let list = try world.new("Array", Value(1))
        try world.set(try world.machine.prototype(of: world.machine.types.array), "0", world.text("hole"))
        let function = world.function { (call) throws(ScriptError) in call[0] }
        #expect(try world.string(world.call(function, "apply", .null, list)) == "hole")
    }

    @Test("classes are objects in JSON, functions are nothing")
    func functionsInJSON() throws {
        let world = LibraryWorld()
        let function = world.function { (_) throws(ScriptError) in .undefined }
        let list = world.array(function, Value(try world.machine.classObject(world.machine.types.object)))
        let text = try world.call(class: "JSON", "stringify", list)
        #expect(try world.string(text) == "[null,{\"length\":1,\"prototype\":{}}]")
    }

    @Test("groups that took no part are there, the last ones as well")
    func lastGroups() throws {
        let world = LibraryWorld()
        let match = try world.call(world.text("a"), "match", world.new("RegExp", world.text("(a)(b)?|(c)")))
        #expect(try world.get(match, "length") == Value(4))
    }

    @Test("functions in an array are left out of AMF 3")
    func functionsInAMF() throws {
        let world = LibraryWorld()
        let function = world.function { (_) throws(ScriptError) in .undefined }
        let bytes = try world.machine.amfBytes(of: world.array(function, function), version: 3)
        #expect(bytes == [9, 1, 1])
    }

    @Test(
        "escapeMultiByte and unescapeMultiByte",
        arguments: [
            ("P\0P", "P", "P"), ("%A%", "%25A%25", ""), ("%GA", "%25GA", "A"), ("a*b", "a%2Ab", "a*b"),
            ("%50", "%2550", "P"), ("%\0H", "%25", "H"),
        ])
    func multiByte(text: String, escaped: String, unescaped: String) {
        #expect(String(decoding: URICoding.escapeMultiByte(Array(text.utf16)), as: UTF16.self) == escaped)
        #expect(String(decoding: URICoding.unescapeMultiByte(Array(text.utf16)), as: UTF16.self) == unescaped)
    }

    @Test(
        "an element may stand among CDATA and white space, not among text",
        arguments: [
            ("  <![CDATA[abcd]]><body/> ", "<body/>"), ("<a/>text", nil), ("<![CDATA[abcd]]>text", nil),
        ] as [(String, String?)])
    func besideElement(text: String, expected: String?) throws {
        let world = LibraryWorld()
        world.machine.xml.settings.ignoreWhitespace = false
        guard let expected else {
            #expect(world.error { _ = try world.new("XML", world.text(text)) } == 1088)
            return
        }
        #expect(try world.string(world.call(world.new("XML", world.text(text)), "toXMLString")) == expected)
    }

    @Test(
        "whole numbers beyond 29 bits are no int to getQualifiedClassName",
        arguments: [
            (268_435_455, "int"), (268_435_456, "Number"), (-268_435_456, "int"), (-268_435_457, "Number"),
        ])
    func shortIntegers(number: Int, name: String) {
        let world = LibraryWorld()
        #expect(UtilityFunctions.qualifiedName(of: Value(number), world.machine) == name)
    }

    @Test("Error #1034 shows classes, functions, arrays and texts each in its way")
    func coercionTexts() throws {
        let world = LibraryWorld()
        let target = try #require(world.machine.traits(named: "Date"))
        func shown(_ value: Value) throws -> String {
            guard case .thrown(let error) = world.machine.cannotConvert(value, target) else { return "" }
            return try world.string(world.get(error, "message"))
        }
        #expect(try shown(world.array(Value(1))).contains("cannot convert []@"))
        #expect(try shown(world.text("hi")).contains("cannot convert \"hi\" to"))
        let side = Value(try world.machine.classObject(world.machine.types.array))
        #expect(try shown(side).contains("cannot convert Array$ to"))
        #expect(try shown(world.function { (_) throws(ScriptError) in .null }).contains("cannot convert Function to"))
    }
}
