import AVM
import AVM1
import TestSupport
import Testing

/// What depends on the version of the movie, and how numbers are written and read.
@Suite struct VersionQuirkTests {
    static let written: [(number: Double, text: String)] = [
        (1.234567891234565e-6, "1.23456789123457e-6"), (1.234567891234565e308, "1.23456789123456e+308"),
        (0.1, "0.1"), (1e15, "1e+15"), (123_456_789_012_345, "123456789012345"), (0.00001, "0.00001"),
        (0.000_005_4, "5.4e-6"), (999_999_999_999_999.9, "1e+15"), (.leastNonzeroMagnitude, "4.94065645841247e-324"),
    ]

    @Test("fifteen digits, the last as Flash rounds it", arguments: written)
    func numbersToText(number: Double, text: String) {
        #expect(NumberConversion.avm1String(number) == text)
        #expect(NumberConversion.avm1String(-number) == "-" + text)
    }

    @Test("an exponent without digits is read as none", arguments: ["2e", "2E", "2e-", "2e+"])
    func emptyExponent(text: String) throws {
        let traced = try ScriptWorld().run { code in
            code.push(.text(text))
            code.op(.toNumber)
            code.op(.trace)
        }
        #expect(traced == ["2"])
    }

    /// Classes A, B and C, each below the one before. A and C have a method `m`; C's calls that of `super`, A's traces
    /// and does so, too.
    private static func classes(_ code: inout ActionAssembler) {
        func classLink(_ name: String, _ base: String?) {
            code.function(name, []) { _ in }
            guard let base else { return }
            code.push(.text(name))
            code.op(.getVariable)
            code.push(.text(base))
            code.op(.getVariable)
            code.op(.extends)
        }
        func method(_ name: String) {
            code.push(.text(name))
            code.op(.getVariable)
            code.push(.text("prototype"))
            code.op(.getMember)
            code.push(.text("m"))
            code.function("", []) { code in
                code.trace(name)
                code.callMethod("super", "m")
                code.op(.pop)
            }
            code.op(.setMember)
        }
        classLink("A", nil)
        classLink("B", "A")
        classLink("C", "B")
        method("A")
        method("C")
    }

    static let superCalls: [(version: UInt8, traced: [String])] = [(6, ["C", "A", "A"]), (7, ["C", "A"])]

    @Test("super goes up by one prototype a call until SWF 6", arguments: superCalls)
    func superDepth(version: UInt8, expected: [String]) throws {
        let traced = try ScriptWorld(version: version).run { code in
            Self.classes(&code)
            code.make("c", "C")
            code.callMethod("c", "m")
            code.op(.pop)
        }
        #expect(traced == expected)
    }

    @Test("a sort of equal elements is ended by the time limit")
    func endlessSort() throws {
        let world = ScriptWorld()
        world.machine.scriptTimeout = 0
        #expect(throws: ScriptError.self) {
            try world.run { code in
                code.make("a", "Array", .int(400_000))
                code.callMethod("a", "sort")
                code.op(.pop)
            }
        }
    }

    @Test("elements far out go with a shorter length, however many they are")
    func farElements() throws {
        let traced = try ScriptWorld().run { code in
            code.make("a", "Array")
            for index in 1...300 {
                code.push(.text("a"))
                code.op(.getVariable)
                code.push(.int(Int32(index * 1_000_000)), .int(1))
                code.op(.setMember)
            }
            for length in [150_000_001, 0] {
                code.push(.text("a"))
                code.op(.getVariable)
                code.push(.text("length"), .int(Int32(length)))
                code.op(.setMember)
                for index in [150_000_000, 151_000_000] {
                    code.push(.text("a"))
                    code.op(.getVariable)
                    code.push(.int(Int32(index)))
                    code.op(.getMember)
                    code.op(.trace)
                }
            }
        }
        #expect(traced == ["1", "undefined", "undefined", "undefined"])
    }

    @Test("a list of names that claims to be endless ends with its elements")
    func endlessNames() throws {
        let traced = try ScriptWorld().run { code in
            code.make("names", "Array")
            code.push(.text("names"))
            code.op(.getVariable)
            code.push(.text("length"), .int(.max))
            code.op(.setMember)
            code.make("o", "Object")
            code.push(.int(1), .text("names"))
            code.op(.getVariable)
            code.push(.text("o"))
            code.op(.getVariable)
            code.push(.int(3), .text("ASSetPropFlags"))
            code.op(.callFunction)
            code.op(.trace)
        }
        #expect(traced == ["undefined"])
    }
}
