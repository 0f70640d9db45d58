import AVM
import AVM2
import Base
import Renderer
import SWF
import TestSupport
import Testing

@testable import Player

/// `flash.text.engine`: blocks whose content changes, groups, stops and turned lines.
@Suite struct TextEngineTests {
    private static let engine = "flash.text.engine."

    private func stage() throws -> Stage3 {
        let stage = try Stage3 { $0.showFrame() }
        _ = stage.run()
        return stage
    }

    private func element(_ text: String, _ stage: Stage3) throws -> Value {
        let format = try stage.new(Self.engine + "ElementFormat")
        return try stage.new(Self.engine + "TextElement", stage.machine.string(text).keep(stage), format)
    }

    private func text(_ stage: Stage3, _ object: Value, _ name: StaticString) throws -> String {
        try stage.machine.toString(stage.get(object, name)).text
    }

    private func number(_ value: Value, _ stage: Stage3) throws -> Double { try stage.machine.toNumber(value) }

    /// Lines of a block, each on a line of its text.
    private func lines(_ block: Value, _ stage: Stage3) throws -> [Value] {
        var lines: [Value] = []
        while lines.count < 20 {
            let line = try stage.call(block, "createTextLine", lines.last ?? .null, Value(double: 100))
            guard line.isObject else { break }
            lines.append(line)
        }
        return lines
    }

    @Test("text that changes makes the lines from there on invalid, and static lines leave their block")
    func invalid() throws {
        let stage = try stage()
        let element = try element("a\nb\nc", stage)
        let block = try stage.new(Self.engine + "TextBlock", element)
        let lines = try lines(block, stage)
        #expect(lines.count == 3)
        try stage.machine.set(
            stage.machine.publicName("validity"), of: lines[1], to: stage.machine.string("static").keep(stage))
        #expect(try stage.get(lines[1], "textBlock") == .null)
        #expect(try stage.get(lines[0], "nextLine") == lines[1])
        _ = try stage.call(
            element, "replaceText", Value(Int32(0)), Value(Int32(1)), stage.machine.string("x").keep(stage))
        #expect(try lines.map { try text(stage, $0, "validity") } == ["invalid", "static", "invalid"])
        #expect(try stage.get(block, "firstInvalidLine") == lines[0])
        #expect(try stage.get(element, "textBlock") == block)
    }

    @Test("a new line takes the place of those whose text it holds; what follows it stays as it is")
    func replaced() throws {
        let stage = try stage()
        let block = try stage.new(Self.engine + "TextBlock", try element("a\nb\nc", stage))
        let lines = try lines(block, stage)
        let new = try stage.call(block, "createTextLine", .null, Value(double: 100))
        #expect(try stage.get(block, "firstLine") == new)
        #expect(try stage.get(new, "nextLine") == lines[1])
        #expect(try text(stage, lines[0], "validity") == "invalid")
        #expect(try stage.get(lines[0], "nextLine") == .null)
        #expect(try text(stage, lines[1], "validity") == "valid")
        // One that is made anew puts those behind it in doubt. What has gone can be let go of without harm.
        _ = try stage.call(block, "recreateTextLine", new, .null, Value(double: 50))
        #expect(try text(stage, lines[1], "validity") == "invalid")
        _ = try stage.call(block, "releaseLines", lines[0], lines[0])
        #expect(try stage.get(block, "firstLine") == new && stage.get(block, "lastLine") == lines[2])
    }

    @Test("a line that is made anew looks as if it were new, but keeps its name")
    func recreated() throws {
        let stage = try stage()
        let block = try stage.new(Self.engine + "TextBlock", try element("a", stage))
        let line = try #require(try lines(block, stage).first)
        for (name, value) in [("alpha", 0.5), ("x", 20), ("rotation", 45)] as [(StaticString, Double)] {
            try stage.machine.set(stage.machine.publicName(name), of: line, to: Value(double: value))
        }
        _ = try stage.call(
            line, "addEventListener", stage.machine.string("custom").keep(stage), stage.script("heard"))
        _ = try stage.call(block, "recreateTextLine", line, .null, Value(double: 50))
        #expect(try number(stage.get(line, "alpha"), stage) == 1)
        #expect(try number(stage.get(line, "x"), stage) == 0)
        #expect(try number(stage.get(line, "rotation"), stage) == 0)
        _ = try stage.call(
            line, "dispatchEvent",
            try stage.new("flash.events.Event", stage.machine.string("custom").keep(stage)))
        #expect(stage.takeLog().isEmpty)
    }

    @Test("characters, words and their ends in the text of a block")
    func boundaries() throws {
        let stage = try stage()
        let block = try stage.new(Self.engine + "TextBlock", try element("ab, e\u{301}d", stage))
        func all(_ name: StaticString, _ indices: ClosedRange<Int32>) throws -> [Int32] {
            try indices.map { try stage.machine.toInt32(stage.call(block, name, Value($0))) }
        }
        #expect(try all("findNextAtomBoundary", 0...6) == [1, 2, 3, 4, 6, 6, 7])
        #expect(try all("findPreviousAtomBoundary", 1...7) == [0, 1, 2, 3, 4, 4, 6])
        #expect(try all("findNextWordBoundary", 0...6) == [2, 2, 3, 4, 7, 7, 7])
        #expect(try all("findPreviousWordBoundary", 1...7) == [0, 0, 2, 3, 4, 4, 4])
        #expect(throws: ScriptError.self) { try stage.call(block, "findNextWordBoundary", Value(Int32(7))) }
        #expect(throws: ScriptError.self) { try stage.call(block, "findPreviousAtomBoundary", Value(Int32(0))) }
    }

    @Test("what an element without a format throws no script can catch; there is no line")
    func formatless() throws {
        let stage = try stage()
        let element = try stage.new(Self.engine + "TextElement", stage.machine.string("a").keep(stage))
        let block = try stage.new(Self.engine + "TextBlock", element)
        #expect(try stage.call(block, "createTextLine") == .null)
        #expect(stage.host.traced.first?.contains("Error #2175") == true)
        #expect(stage.host.traced.first?.contains("DoCreateTextLine") == true)
    }

    @Test("the constructors of formats set their properties by name: errors show that")
    func constructorErrors() throws {
        let stage = try stage()
        let traits = try #require(stage.machine.traits(named: Self.engine + "TabStop"))
        do throws(ScriptError) {
            _ = try stage.machine.construct(traits, [stage.machine.string("nowhere")])
            Issue.record("no error")
        } catch {
            guard case .thrown(let value) = error else { throw error }
            let trace = try stage.machine.toString(stage.call(value, "getStackTrace")).text
            #expect(trace.contains("Error #2008"))
            #expect(
                trace.contains("\tat flash.text.engine::TabStop/set alignment()\n\tat flash.text.engine::TabStop()"))
        }
    }

    @Test("elements are split, joined, nested and found by their characters")
    func groups() throws {
        let stage = try stage()
        let group = try stage.new(Self.engine + "GroupElement")
        let traits = try #require(stage.machine.traits(named: Self.engine + "ContentElement"))
        let (vector, state) = try stage.machine.makeVector(of: .instance(traits), count: 2)
        _ = Value(vector).keep(stage)
        state.elements[0] = try element("abc", stage)
        state.elements[1] = try element("de", stage)
        _ = try stage.call(group, "setElements", Value(vector))
        func texts() throws -> [String] {
            let count = try stage.machine.toInt32(stage.get(group, "elementCount"))
            return try (0..<count).map { try text(stage, stage.call(group, "getElementAt", Value($0)), "text") }
        }
        let split = try stage.call(group, "splitTextElement", Value(Int32(0)), Value(Int32(1)))
        #expect(try texts() == ["a", "bc", "de"])
        #expect(try text(stage, split, "text") == "bc")
        #expect(try stage.call(group, "getElementAtCharIndex", Value(Int32(2))) == split)
        #expect(try stage.get(split, "groupElement") == group)
        _ = try stage.call(group, "mergeTextElements", Value(Int32(1)), Value(Int32(3)))
        #expect(try texts() == ["a", "bcde"])
        #expect(try stage.get(split, "groupElement") == .null)
        let inner = try stage.call(group, "groupElements", Value(Int32(0)), Value(Int32(2)))
        #expect(try texts() == ["abcde"])
        #expect(try stage.get(inner, "groupElement") == group)
        _ = try stage.call(group, "ungroupElements", Value(Int32(0)))
        #expect(try texts() == ["a", "bcde"])
        #expect(throws: ScriptError.self) {
            _ = try stage.call(group, "splitTextElement", Value(Int32(7)), Value(Int32(0)))
        }
    }

    // MARK: Layout

    /// A line of characters of 10 by 20 pixels.
    private func line(_ parts: [(String, EngineLook, size: Double)]) -> (TextLayout.Line, FormattedText) {
        var text = FormattedText()
        for (string, look, size) in parts {
            var format = TextFormat.standard
            (format.size, format.engine) = (size, look)
            text.append(Array(string.utf16), format)
        }
        let font = EvenFont()
        let breaker = LineBreaker(text: text, settings: TextLayout.Settings(width: 10000, wraps: true)) { _ in font }
        return (breaker.firstLine(of: 0..<text.count, paragraphEnd: text.count), text)
    }

    @Test("what follows a tab begins at its stop, ends there, or has its middle or a sign there")
    func tabs() {
        func x(_ alignment: EngineTabStop.Alignment, _ string: String = "a\tb.cd") -> [Int] {
            var (line, text) = line([(string, EngineLook(), 20)])
            line.alignTabs(
                [EngineTabStop(position: 100, alignment: alignment, sign: Array(".".utf16))], text.units)
            return [line.runs[0].left(2) / 20, line.width / 20]
        }
        #expect(x(.start) == [100, 140])
        #expect(x(.end) == [60, 100])
        #expect(x(.center) == [80, 120])
        #expect(x(.decimal) == [90, 130])
        // There is no way back.
        #expect(x(.end, "a\tabcdefghijkl") == [10, 130])
    }

    @Test("smaller text stands on the baseline that its format says, and is moved by its shift")
    func baselines() {
        var center = EngineLook()
        center.baseline = .ideographicCenter
        var (line, _) = line([("a", EngineLook(), 40), ("b", center, 20)])
        #expect(line.setOnBaselines(zero: .roman) == 0)
        // 0.38 of the difference of both sizes, upwards.
        #expect(line.runs.map(\.drop) == [0, -152])
        var low = EngineLook()
        low.shift = 3
        (line, _) = self.line([("a", EngineLook(), 20), ("b", low, 20)])
        _ = line.setOnBaselines(zero: .descent)
        // The origin lies 4 pixels lower now.
        #expect(line.runs.map(\.drop) == [-80, -20])
        #expect(line.ascent == 400 && line.descent == 60)
    }

    @Test("a glyph that is turned on its side takes an em, and lines that are turned have turned boxes")
    func turned() throws {
        var look = EngineLook()
        look.turns = 3
        let (line, _) = line([("ab", look, 20)])
        #expect(line.runs[0].advances == [400, 400])
        var content = TextLineObject.Content()
        content.turns = 1
        #expect(content.turned(10, -16, 5, 20) == [-4, 10, 20, 5])
        content.turns = 2
        #expect(content.turned(10, -16, 5, 20) == [-15, -4, 5, 20])
        content.turns = 3
        #expect(content.turned(10, -16, 5, 20) == [-16, -15, 20, 5])
        for turns in 0..<4 {
            let corner = Affine(quarterTurns: turns).apply(x: 1, y: 0)
            #expect(abs(corner.x - [1, 0, -1, 0][turns]) < 1e-9 && abs(corner.y - [0, 1, 0, -1][turns]) < 1e-9)
        }
    }
}
