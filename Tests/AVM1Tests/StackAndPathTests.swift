import AVM
import AVM1
import TestSupport
import Testing

/// What code leaves on its stack, and where names and paths start from.
@Suite struct StackAndPathTests {
    @Test("what a function leaves on its stack lies under its result")
    func leftovers() throws {
        let traced = try ScriptWorld().run { code in
            code.function("leaks", []) { $0.push(.text("a"), .text("b")) }
            code.call("leaks")
            code.op(.pop)
            code.op(.trace)
            code.op(.trace)
        }
        #expect(traced == ["b", "a"])
    }

    @Test("what was popped in a try stays popped when it throws")
    func poppedInTry() throws {
        let traced = try ScriptWorld().run { code in
            code.push(.text("deep"), .text("shallow"))
            code.tryCatch(
                { code in
                    code.op(.pop)
                    code.push(.text("error"))
                    code.op(.throw)
                }, catch: "e", { $0.traceVariable("e") })
            code.op(.trace)
        }
        #expect(traced == ["error", "deep"])
    }

    @Test("a path is looked for from every scope until one has its variable")
    func pathsThroughScopes() throws {
        let traced = try ScriptWorld().run { code in
            code.push(.text("_global"))
            code.op(.getVariable)
            code.push(.text("a"), .text("b"), .text("global"), .int(1))
            code.op(.initObject)
            code.op(.setMember)
            code.push(.text("a"), .text("c"), .text("clip"), .int(1))
            code.op(.initObject)
            code.op(.setVariable)
            code.traceVariable("a.b")
            code.traceVariable("a.c")
        }
        #expect(traced == ["global", "clip"])
    }

    @Test("an object whose valueOf gives an object stays itself", arguments: LanguageTests.modes)
    func noPrimitive(isStressed: Bool) throws {
        let traced = try ScriptWorld(isStressed: isStressed).run { code in
            code.push(.text("o"), .text("valueOf"))
            code.function("", []) { code in
                code.push(.int(0))
                code.op(.initObject)
                code.op(.return)
            }
            code.push(.int(1))
            code.op(.initObject)
            code.op(.setVariable)
            code.push(.text("<"), .text("o"))
            code.op(.getVariable)
            code.op(.add2)
            code.op(.trace)
        }
        #expect(traced == ["<[object Object]"])
    }

    @Test("parseFloat reads digit by digit", arguments: [("1.25", "1.25"), ("1.2345.6e50", "1.23456"), ("x", "NaN")])
    func parseFloat(text: String, expected: String) throws {
        let traced = try ScriptWorld().run { code in
            code.call("parseFloat", .text(text))
            code.op(.trace)
        }
        #expect(traced == [expected])
    }
}
