import AVM
import AVM1
import TestSupport
import Testing

/// Oddities of properties, functions and values that movies can see.
@Suite struct ObjectQuirkTests {
    @Test("a NaN equals itself and its copies, and no other")
    func identityOfNaN() throws {
        let traced = try ScriptWorld().run { code in
            code.push(.text("x"), .int(0), .int(0))
            code.op(.divide)
            code.op(.setVariable)
            code.compare("x", "x")
            code.compare("x", "NaN")
            code.compare("NaN", "NaN")
        }
        #expect(traced == ["true", "false", "true"])
    }

    @Test("nothing is greater than an empty text")
    func emptyTexts() throws {
        let traced = try ScriptWorld().run { code in
            code.push(.text(""), .text("0"))
            code.op(.less2)
            code.op(.trace)
            code.push(.text("0"), .text("1"))
            code.op(.less2)
            code.op(.trace)
        }
        #expect(traced == ["false", "true"])
    }

    @Test("a function without operands takes those of its caller", arguments: LanguageTests.modes)
    func borrowedOperands(isStressed: Bool) throws {
        let traced = try ScriptWorld(isStressed: isStressed).run { code in
            code.function("set", []) { $0.op(.setVariable) }
            code.push(.text("below"), .text("a"), .text("value"))
            code.call("set")
            code.op(.pop)
            code.op(.trace)
            code.traceVariable("a")
        }
        #expect(traced == ["below", "value"])
    }

    @Test("a watcher sees what a property of functions stored last, and goes on after unwatch")
    func watchedAccessor() throws {
        let traced = try ScriptWorld().run { code in
            code.makeObject("o")
            code.function("get", []) { code in
                code.push(.text("got"))
                code.op(.return)
            }
            code.function("set", ["v"]) { $0.traceVariable("v") }
            code.function("watcher", ["name", "old", "new"]) { code in
                code.traceVariable("old")
                code.push(.text("new"))
                code.op(.getVariable)
                code.op(.return)
            }
            code.pushVariables("set", "get")
            code.push(.text("p"), .int(3), .text("o"))
            code.op(.getVariable)
            code.push(.text("addProperty"))
            code.op(.callMethod)
            code.op(.pop)
            code.pushVariables("watcher")
            code.push(.text("p"), .int(2), .text("o"))
            code.op(.getVariable)
            code.push(.text("watch"))
            code.op(.callMethod)
            code.op(.pop)
            code.setMember("o", "p", .int(1))
            code.setMember("o", "p", .int(2))
            code.callMethod("o", "unwatch", .text("p"))
            code.op(.trace)
            code.setMember("o", "p", .int(3))
        }
        #expect(traced == ["undefined", "1", "1", "2", "false", "2", "3"])
    }

    @Test("a setter further up is called even where a plain property is in between")
    func setterBehindProperty() throws {
        let traced = try ScriptWorld().run { code in
            code.makeObject("top")
            code.makeObject("middle")
            code.makeObject("o")
            code.function("get", []) { _ in }
            code.function("set", ["v"]) { $0.traceVariable("v") }
            code.setMember("middle", "p", .int(5))
            code.pushVariables("set", "get")
            code.push(.text("p"), .int(3), .text("top"))
            code.op(.getVariable)
            code.push(.text("addProperty"))
            code.op(.callMethod)
            code.op(.pop)
            for (object, above) in [("middle", "top"), ("o", "middle")] {
                code.push(.text(object))
                code.op(.getVariable)
                code.push(.text("__proto__"), .text(above))
                code.op(.getVariable)
                code.op(.setMember)
            }
            code.setMember("o", "p", .int(7))
        }
        #expect(traced == ["7"])
    }

    @Test("a prototype chain without an end ends the script")
    func endlessChain() throws {
        let world = ScriptWorld()
        #expect(throws: ScriptError.self) {
            try world.run { code in
                code.makeObject("o")
                code.push(.text("o"))
                code.op(.getVariable)
                code.push(.text("__proto__"), .text("o"))
                code.op(.getVariable)
                code.op(.setMember)
                code.push(.text("o"))
                code.op(.getVariable)
                code.push(.text("missing"))
                code.op(.getMember)
                code.op(.trace)
            }
        }
        #expect(world.traced.isEmpty)
    }

    @Test("local variables cannot be deleted, classes can")
    func deleting() throws {
        let traced = try ScriptWorld().run { code in
            code.function("f", []) { code in
                code.push(.text("local"), .int(1))
                code.op(.defineLocal)
                code.push(.text("local"))
                code.op(.delete2)
                code.op(.trace)
            }
            code.call("f")
            code.op(.pop)
            code.push(.text("String"))
            code.op(.delete2)
            code.op(.trace)
        }
        #expect(traced == ["false", "true"])
    }

    @Test("SWF 5 sees no super, no watch and no class of functions", arguments: [(5, "undefined"), (6, "function")])
    func hiddenFromSWF5(version: UInt8, expected: String) throws {
        let traced = try ScriptWorld(version: version).run { code in
            for name in ["watch", "addProperty", "hasOwnProperty"] {
                code.push(.text("Object"))
                code.op(.getVariable)
                code.push(.text("prototype"))
                code.op(.getMember)
                code.push(.text(name))
                code.op(.getMember)
                code.op(.typeOf)
                code.op(.trace)
            }
            code.push(.text("Function"))
            code.op(.getVariable)
            code.op(.typeOf)
            code.op(.trace)
        }
        #expect(traced == Array(repeating: expected, count: 4))
    }

    @Test("with blocks are skipped where 13 are open already")
    func deepWiths() throws {
        func nest(_ code: inout ActionAssembler, _ depth: Int) {
            code.push(.text("o"))
            code.op(.getVariable)
            code.with { code in
                code.trace("\(depth)")
                if depth < 15 { nest(&code, depth + 1) }
            }
        }
        let traced = try ScriptWorld().run { code in
            code.makeObject("o")
            nest(&code, 1)
        }
        #expect(traced == (1...13).map { "\($0)" })
    }

    @Test(
        "numbers in texts",
        arguments: [
            ("010", "8"), (" 010", "10"), ("0x10", "16"), ("0x-10", "-16"), ("-0x10", "NaN"), ("-010", "-8"),
        ])
    func numbersInTexts(text: String, expected: String) throws {
        let traced = try ScriptWorld().run { code in
            code.call("Number", .text(text))
            code.op(.trace)
        }
        #expect(traced == [expected])
    }

    @Test("a path that ends in two colons, or has an empty step before another, names nothing")
    func emptySteps() throws {
        let traced = try ScriptWorld().run { code in
            code.makeObject("o")
            code.setMember("o", "v", .text("value"))
            for path in ["o:v", "o::v", "o:::v", "o..v"] { code.traceVariable(path) }
        }
        #expect(traced == ["value", "value", "undefined", "value"])
    }

    @Test(
        "split within a limit", arguments: [("", "x", 0, "1"), ("f", "x", 0, "0"), ("axb", "x", 1, "1")])
    func split(text: String, separator: String, limit: Int32, expected: String) throws {
        let traced = try ScriptWorld().run { code in
            code.push(.text("t"), .text(text))
            code.op(.setVariable)
            code.callMethod("t", "split", .text(separator), .int(limit))
            code.push(.text("length"))
            code.op(.getMember)
            code.op(.trace)
        }
        #expect(traced == [expected])
    }

    @Test("a class says once what it implements, and interfaces inherit nothing")
    func interfaces() throws {
        let traced = try ScriptWorld().run { code in
            for name in ["C", "A", "B"] { code.function(name, []) { _ in } }
            for interface in ["A", "B"] {
                code.pushVariables(interface)
                code.push(.int(1))
                code.pushVariables("C")
                code.op(.implementsOp)
            }
            code.make("c", "C")
            for interface in ["A", "B"] {
                code.pushVariables("c", interface)
                code.op(.instanceOf)
                code.op(.trace)
            }
        }
        #expect(traced == ["true", "false"])
    }
}

extension ActionAssembler {
    fileprivate mutating func pushVariables(_ names: String...) {
        for name in names {
            push(.text(name))
            op(.getVariable)
        }
    }

    /// `trace(a == b)`.
    fileprivate mutating func compare(_ a: String, _ b: String) {
        pushVariables(a, b)
        op(.equals2)
        op(.trace)
    }

    /// `name = {}`.
    fileprivate mutating func makeObject(_ name: String) {
        push(.text(name), .int(0))
        op(.initObject)
        op(.setVariable)
    }

    fileprivate mutating func setMember(_ object: String, _ name: String, _ value: Operand) {
        pushVariables(object)
        push(.text(name), value)
        op(.setMember)
    }
}
