import AVM
import AVM1
import Testing
import TestSupport

/// Every test runs twice: as movies do, and with a collection at every allocation.
@Suite("AVM1 language")
struct LanguageTests {
    static let modes = [false, true]

    @Test("undefined + 1 is a number before SWF 7", arguments: [(6, "1"), (7, "NaN")])
    func undefinedAsNumber(version: Int, expected: String) throws {
        let world = ScriptWorld(version: UInt8(version))
        let traced = try world.run { code in
            code.push(.undefined, .int(1))
            code.op(.add2)
            code.op(.trace)
        }
        #expect(traced == [expected])
    }

    @Test("names ignore case before SWF 7", arguments: [(6, "5"), (7, "undefined")])
    func caseOfNames(version: Int, expected: String) throws {
        let world = ScriptWorld(version: UInt8(version))
        let traced = try world.run { code in
            code.push(.text("Name"), .int(5))
            code.op(.setVariable)
            code.traceVariable("nAME")
        }
        #expect(traced == [expected])
    }

    @Test("a closure keeps the variables around it", arguments: modes)
    func closures(isStressed: Bool) throws {
        let world = ScriptWorld(isStressed: isStressed)
        let traced = try world.run { code in
            code.function("outer", ["a"]) { code in
                code.function("", []) { code in
                    code.push(.text("a"))
                    code.op(.getVariable)
                    code.op(.return)
                }
                code.op(.return)
            }
            code.push(.text("f"))
            code.call("outer", .text("kept"))
            code.op(.setVariable)
            code.call("f")
            code.op(.trace)
        }
        #expect(traced == ["kept"])
    }

    @Test("functions of SWF 5 see their clip's variables, not those around them")
    func noClosures() throws {
        let world = ScriptWorld(version: 5)
        let traced = try world.run { code in
            code.push(.text("a"), .text("clip"))
            code.op(.setVariable)
            code.function("outer", ["a"]) { code in
                code.function("", []) { code in
                    code.push(.text("a"))
                    code.op(.getVariable)
                    code.op(.return)
                }
                code.op(.return)
            }
            code.push(.text("f"))
            code.call("outer", .text("local"))
            code.op(.setVariable)
            code.call("f")
            code.op(.trace)
        }
        #expect(traced == ["clip"])
    }

    @Test("what is thrown is caught, and the rest runs once", arguments: modes)
    func exceptions(isStressed: Bool) throws {
        let world = ScriptWorld(isStressed: isStressed)
        let traced = try world.run { code in
            code.tryCatch(
                { code in
                    code.push(.text("thrown"))
                    code.op(.throw)
                }, catch: "e",
                { code in code.traceVariable("e") },
                finally: { code in code.trace("finally") })
            code.trace("after")
        }
        #expect(traced == ["thrown", "finally", "after"])
    }

    @Test("what nobody catches leaves the machine as a thrown value")
    func uncaught() {
        let world = ScriptWorld()
        #expect(throws: ScriptError.self) {
            try world.run { code in
                code.push(.int(1))
                code.op(.throw)
            }
        }
    }

    @Test("for … in shows the newest first", arguments: modes)
    func enumeration(isStressed: Bool) throws {
        let world = ScriptWorld(isStressed: isStressed)
        let traced = try world.run { code in
            code.push(.text("o"), .text("a"), .int(1), .text("b"), .int(2), .int(2))
            code.op(.initObject)
            code.op(.setVariable)
            code.push(.text("o"))
            code.op(.enumerate)
            let (loop, end) = (code.label(), code.label())
            code.place(loop)
            code.storeRegister(0)
            code.push(.undefined)
            code.op(.equals2)
            code.jumpIf(end)
            code.push(.register(0))
            code.op(.trace)
            code.jump(loop)
            code.place(end)
        }
        #expect(traced.sorted() == ["a", "b"] && traced.count == 2)
    }

    @Test("an array that is filled backwards shows its elements as they came", arguments: modes)
    func arrayOrder(isStressed: Bool) throws {
        let world = ScriptWorld(isStressed: isStressed)
        let traced = try world.run { code in
            code.make("a", "Array")
            for index: Int32 in [2, 0, 1] {
                code.push(.text("a"))
                code.op(.getVariable)
                code.push(.int(index), .int(index * 10))
                code.op(.setMember)
            }
            code.traceVariable("a")
            code.push(.text("a"))
            code.op(.enumerate)
            for _ in 0..<3 { code.op(.trace) }
        }
        #expect(traced == ["0,10,20", "1", "0", "2"])
    }

    @Test("a getter that reads its own property gets what was stored (SWF 6)", arguments: modes)
    func virtualProperties(isStressed: Bool) throws {
        let world = ScriptWorld(version: 6, isStressed: isStressed)
        let traced = try world.run { code in
            code.make("o", "Object")
            // o.addProperty("p", getter, setter)
            code.function("", []) { code in
                code.trace("get")
                code.push(.text("o"))
                code.op(.getVariable)
                code.push(.text("p"))
                code.op(.getMember)
                code.op(.return)
            }
            code.push(.text("setter"))
            code.op(.stackSwap)
            code.op(.setVariable)
            code.push(.null, .text("setter"))
            code.op(.getVariable)
            code.push(.text("p"), .int(3), .text("o"))
            code.op(.getVariable)
            code.push(.text("addProperty"))
            code.op(.callMethod)
            code.op(.trace)
            code.push(.text("o"))
            code.op(.getVariable)
            code.push(.text("p"))
            code.op(.getMember)
            code.op(.trace)
        }
        #expect(traced == ["true", "get", "undefined"])
    }

    @Test("`new Object(x)` is x", arguments: modes)
    func objectOfObject(isStressed: Bool) throws {
        let world = ScriptWorld(isStressed: isStressed)
        let traced = try world.run { code in
            code.make("s", "Object", .text("text"))
            code.push(.text("s"))
            code.op(.getVariable)
            code.push(.text("length"))
            code.op(.getMember)
            code.op(.trace)
        }
        #expect(traced.count == 1)
    }

    @Test("calls that nest for ever end the script, not the machine")
    func recursion() {
        let world = ScriptWorld()
        #expect(throws: ScriptError.self) {
            try world.run { code in
                code.function("f", []) { code in
                    code.call("f")
                    code.op(.pop)
                }
                code.call("f")
            }
        }
    }

    @Test("a text that grows in a loop is all there", arguments: modes)
    func stringBuilding(isStressed: Bool) throws {
        let world = ScriptWorld(isStressed: isStressed)
        let traced = try world.run { code in
            code.push(.text("s"), .text(""), .text("i"), .int(0))
            code.op(.setVariable)
            code.op(.setVariable)
            let (loop, end) = (code.label(), code.label())
            code.place(loop)
            code.push(.text("i"))
            code.op(.getVariable)
            code.push(.int(200))
            code.op(.less2)
            code.op(.not)
            code.jumpIf(end)
            code.push(.text("s"), .text("s"))
            code.op(.getVariable)
            code.push(.text("ab"))
            code.op(.add2)
            code.op(.setVariable)
            code.push(.text("i"), .text("i"))
            code.op(.getVariable)
            code.op(.increment)
            code.op(.setVariable)
            code.jump(loop)
            code.place(end)
            code.push(.text("s"))
            code.op(.getVariable)
            code.push(.text("length"))
            code.op(.getMember)
            code.op(.trace)
            code.traceVariable("s")
        }
        #expect(traced == ["400", String(repeating: "ab", count: 200)])
    }
}
