import AVM
import AVM1
import Testing
import TestSupport

/// What the built-in classes of the language give, with and without a collection at every allocation.
@Suite("AVM1 classes")
struct ClassTests {
    static let modes = [false, true]

    struct Row: Sendable, CustomStringConvertible {
        let function: String
        let arguments: [ActionAssembler.Operand]
        let expected: String
        var description: String { "\(function) gives \(expected)" }

        init(_ function: String, _ arguments: [ActionAssembler.Operand], _ expected: String) {
            self.function = function
            self.arguments = arguments
            self.expected = expected
        }
    }

    static let rows: [Row] = [
        Row("parseInt", [.text("0x1F")], "31"),
        Row("parseInt", [.text("12abc")], "12"),
        Row("parseInt", [.text("z"), .int(36)], "35"),
        Row("parseFloat", [.text("1.5e1x")], "15"),
        Row("isNaN", [.text("x")], "true"),
        Row("escape", [.text("a b")], "a%20b"),
        Row("unescape", [.text("a%20b")], "a b"),
        Row("Number", [.text("0x10")], "16"),
        Row("String", [.double(0.1)], "0.1"),
        Row("Array", [.int(1), .text("two")], "1,two"),
    ]

    @Test("functions by name", arguments: rows, modes)
    func functions(row: Row, isStressed: Bool) throws {
        let world = ScriptWorld(isStressed: isStressed)
        let traced = try world.run { code in
            for argument in row.arguments.reversed() { code.push(argument) }
            code.push(.int(Int32(row.arguments.count)), .text(row.function))
            code.op(.callFunction)
            code.op(.trace)
        }
        #expect(traced == [row.expected])
    }

    @Test("a date is written in local time", arguments: modes)
    func dates(isStressed: Bool) throws {
        let world = ScriptWorld(isStressed: isStressed)
        let traced = try world.run { code in
            // 29 February 2000, 12:30 in a zone one hour ahead.
            code.make("d", "Date", .int(2000), .int(1), .int(29), .int(12), .int(30))
            code.traceVariable("d")
            code.callMethod("d", "getTime")
            code.op(.trace)
            code.callMethod("d", "setMonth", .int(12))
            code.op(.pop)
            code.traceVariable("d")
        }
        #expect(
            traced == [
                "Tue Feb 29 12:30:00 GMT+0100 2000", "951823800000", "Mon Jan 29 12:30:00 GMT+0100 2001",
            ])
    }

    @Test("an array sorts, joins and splices", arguments: modes)
    func arrays(isStressed: Bool) throws {
        let world = ScriptWorld(isStressed: isStressed)
        let traced = try world.run { code in
            code.make("a", "Array", .text("pear"), .text("Apple"), .text("fig"))
            code.callMethod("a", "sort")
            code.op(.trace)
            code.callMethod("a", "splice", .int(1), .int(1), .text("x"), .text("y"))
            code.op(.trace)
            code.callMethod("a", "join", .text("-"))
            code.op(.trace)
        }
        #expect(traced == ["Apple,fig,pear", "fig", "Apple-x-y-pear"])
    }

    @Test("the day of a moment, before and after 1970")
    func calendar() {
        let before = DateMath.fields(-1)
        #expect(before.year == 1969 && before.month == 11 && before.day == 31 && before.milliseconds == 999)
        for days in [-719_468.0, -1, 0, 59, 60, 11_016, 2_932_896] {
            let fields = DateMath.fields(days * DateMath.millisecondsPerDay)
            #expect(DateMath.day(year: fields.year, month: fields.month, day: fields.day) == days)
        }
    }
}
