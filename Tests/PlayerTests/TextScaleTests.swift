import AVM
import AVM2
import Base
import FlashAPI
import FlashAPI2
import Renderer
import SWF
import TestSupport
import Testing

@testable import Player

/// Long texts are laid out in time that grows with their length alone, and lines can be made one by one.
@Suite struct TextScaleTests {
    /// Every character is half an em wide.
    private final class HalfFont: TextFont {
        let ascent = 0.8
        let descent = 0.2
        let leading = 0.0
        private(set) var asked = 0
        func advance(of scalar: UInt32) -> Double? {
            asked += 1
            return 0.5
        }
        func kerning(_ left: UInt32, _ right: UInt32) -> Double { 0 }
        func outline(of scalar: UInt32) -> (shape: ShapeID, unitsPerEm: Double)? { nil }
    }

    private func text(_ string: String) -> FormattedText {
        var format = TextFormat.standard
        format.size = 20
        return FormattedText(Array(string.utf16), format: format)
    }

    private func breaker(_ text: FormattedText, _ font: HalfFont) -> LineBreaker {
        LineBreaker(text: text, settings: TextLayout.Settings(width: 60 * 20, wraps: true)) { _ in font }
    }

    @Test("a paragraph of a hundred thousand letters with tabs wraps at once", .timeLimit(.minutes(1)))
    func longParagraph() {
        // Six letters a line; the tab goes to the stop at 54 pixels.
        let long = text(String(repeating: "ab cd\te", count: 15_000))
        var floats = TextFloats([], width: 0)
        let lines = breaker(long, HalfFont()).lines(of: 0..<long.count, paragraphEnd: long.count, beside: &floats)
        #expect(lines.map(\.range.count).reduce(0, +) == long.count)
        for (line, next) in zip(lines, lines.dropFirst()) {
            #expect(line.range.upperBound == next.range.lowerBound)
            if line.range.upperBound != next.range.lowerBound { break }
        }
        let first = String(decoding: long.units[lines[0].range], as: UTF16.self)
        #expect(first == "ab ")
        let tab = lines.first { $0.runs.contains { run in run.range.contains { long.units[$0] == 0x09 } } }
        #expect(tab?.runs.first?.advances.contains { $0 > 200 && $0 <= 54 * 20 } == true)
    }

    @Test("one line of a long text needs a look at its beginning only, and is the same")
    func firstLine() {
        let long = text(String(repeating: "one two three ", count: 5000))
        let font = HalfFont()
        let line = breaker(long, font).firstLine(of: 0..<long.count, paragraphEnd: long.count)
        #expect(font.asked < 5000)
        var floats = TextFloats([], width: 0)
        let all = breaker(long, HalfFont()).lines(
            of: 0..<long.count, paragraphEnd: long.count, beside: &floats, limit: 1)
        #expect(line.range == all[0].range && line.width == all[0].width)
        // A word without end is looked at in whole.
        let word = text(String(repeating: "a", count: 3000) + " b")
        var settings = TextLayout.Settings(width: 2_900 * 200, wraps: true)
        settings.swfVersion = 9
        let wide = LineBreaker(text: word, settings: settings) { _ in HalfFont() }
        #expect(wide.firstLine(of: 0..<word.count, paragraphEnd: word.count).range == 0..<2900)
    }

    @Test("formats are found by place as if all spans were gone through")
    func spans() {
        var text = FormattedText()
        var expected: [Double] = []
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var format = TextFormat.standard
            format.size = Double(Int.random(in: 10...12, using: &random))
            let count = Int.random(in: 0...4, using: &random)
            text.append(Array(repeating: 0x61, count: count), format)
            expected += Array(repeating: format.size ?? 0, count: count)
        }
        var change = TextFormat()
        change.size = 30
        text.setFormat(change, of: 20..<40)
        for index in 20..<40 { expected[index] = 30 }
        for index in expected.indices { #expect(text.format(at: index).size == expected[index]) }
        #expect(text.format(at: expected.count + 5).size == expected.last)
        for _ in 0..<100 {
            let low = Int.random(in: 0...expected.count, using: &random)
            let high = Int.random(in: low...expected.count, using: &random)
            var seen: [Double] = []
            text.forEachSpan(in: low..<high) { part, format in
                seen += Array(repeating: format.size ?? 0, count: part.count)
            }
            #expect(seen == Array(expected[low..<high]))
        }
        FormattedText().forEachSpan(in: 0..<0) { _, _ in Issue.record("an empty text has no span") }
    }

    // MARK: Lines of a TextBlock

    private func player() throws -> Player { try Stage3 { $0.showFrame() }.player }

    private func make(_ machine: AVM2Machine, _ name: String, _ arguments: [Value] = []) throws -> Value {
        Value(try machine.construct(try #require(machine.traits(named: name)), arguments))
    }

    @Test("a line that is made anew behind another leaves its old place: lines never go round", .timeLimit(.minutes(1)))
    func rings() throws {
        let player = try player()
        let machine = player.avm2.machine!
        let held = ValueBuffer(machine.heap)
        func keep(_ value: Value) -> Value {
            held.append(value)
            return value
        }
        let format = keep(try make(machine, "flash.text.engine.ElementFormat"))
        let string = keep(machine.string("one\ntwo\nthree\nfour"))
        let element = keep(try make(machine, "flash.text.engine.TextElement", [string, format]))
        let block = keep(try make(machine, "flash.text.engine.TextBlock", [element]))
        var lines: [Value] = []
        var previous = Value.null
        while lines.count < 4 {
            let line = try machine.callMethod("createTextLine", of: block, previous, Value(double: 40))
            guard line.isObject else { break }
            lines.append(keep(line))
            previous = line
        }
        try #require(lines.count >= 3)
        func order() throws -> [Value] {
            var found: [Value] = []
            var line = try machine.get(machine.publicName("firstLine"), of: block)
            while line.isObject, found.count < 20 {
                found.append(line)
                line = try machine.get(machine.publicName("nextLine"), of: line)
            }
            return found
        }
        #expect(try order() == lines)
        // The first behind the last.
        let last = lines.removeLast()
        let moved = try machine.callMethod("recreateTextLine", of: block, lines[0], last, Value(double: 40))
        #expect(moved.isObject || moved.isNull)
        #expect(try order().count <= lines.count + 1)
        // Behind itself no line can be, and what is released must go from first to last.
        #expect(throws: ScriptError.self) {
            _ = try machine.callMethod("recreateTextLine", of: block, lines[1], lines[1], Value(double: 40))
        }
        let now = try order()
        #expect(throws: ScriptError.self) {
            _ = try machine.callMethod("releaseLines", of: block, now[now.count - 1], now[0])
        }
        #expect(try order() == now)
        _ = try machine.callMethod("releaseLines", of: block, now[0], now[now.count - 1])
        #expect(try order().isEmpty)
    }

    @Test("lines are spread to their width as the justifier wants, between words or between letters")
    func justified() throws {
        let player = try player()
        var request = TextLineRequest(text: text("a b\rcd e"), begin: 0, width: 100)
        func line() -> TextLineObject.Content { player.textLine(request) }
        // No font has a glyph here: what is spread is all there is.
        #expect(line().width == 0)
        request.justification = .allButLast
        #expect(line().width == 100 && line().unjustifiedWidth == 0)
        #expect(line().atom(2)?.x == 100)
        request.justification = .allButMandatoryBreak
        #expect(line().width == 0)
        (request.begin, request.justification) = (4, .allButLast)
        #expect(line().width == 0)
        request.justification = .allIncludingLast
        #expect(line().width == 100)
        request.spreadsLetters = true
        // Three gaps between four letters, in whole twips.
        #expect(line().atom(1)?.x == 33.3 && line().atom(3)?.x == 99.9)
    }

    @Test("a picture among letters takes its room on the baseline, and stands in the line that it is in")
    func graphics() throws {
        let player = try player()
        let machine = player.avm2.machine!
        let held = ValueBuffer(machine.heap)
        let sprite = try make(machine, "flash.display.Sprite")
        held.append(sprite)
        let element = try make(
            machine, "flash.text.engine.GraphicElement", [sprite, Value(double: 30), Value(double: 12)])
        held.append(element)
        let block = try make(machine, "flash.text.engine.TextBlock", [element])
        held.append(block)
        let line = try machine.callMethod("createTextLine", of: block, .null, Value(double: 100))
        held.append(line)
        func get(_ name: StaticString, _ value: Value) throws -> Value {
            try machine.get(machine.publicName(name), of: value)
        }
        #expect(try get("hasGraphicElement", line) == .true)
        #expect(try machine.toNumber(get("textWidth", line)) == 30)
        #expect(try machine.toNumber(get("ascent", line)) == 12)
        #expect(try get("numChildren", line) == Value(Int32(1)))
        #expect(try get("parent", sprite) == line)
        #expect(try machine.toNumber(get("y", sprite)) == -12)
        #expect(try machine.callMethod("getAtomGraphic", of: line, Value(Int32(0))) == sprite)
    }

    @Test("the text of a group: a picture has none, and an element without text takes away what came before it")
    func groupTexts() throws {
        let player = try player()
        let machine = player.avm2.machine!
        let held = ValueBuffer(machine.heap)
        func keep(_ value: Value) -> Value {
            held.append(value)
            return value
        }
        let hello = keep(try make(machine, "flash.text.engine.TextElement", [keep(machine.string("Hello"))]))
        let picture = keep(try make(machine, "flash.text.engine.GraphicElement"))
        let none = keep(try make(machine, "flash.text.engine.TextElement"))
        let traits = try #require(machine.traits(named: "flash.text.engine.ContentElement"))
        func text(_ elements: [Value], _ name: StaticString = "text") throws -> String? {
            let (vector, state) = try machine.makeVector(of: .instance(traits), count: elements.count)
            _ = keep(Value(vector))
            for (index, element) in elements.enumerated() { state.elements[index] = element }
            let group = keep(try make(machine, "flash.text.engine.GroupElement", [Value(vector)]))
            return try machine.get(machine.publicName(name), of: group).string?.text
        }
        #expect(try text([hello, picture, hello]) == "HelloHello")
        #expect(
            try text([hello, picture], "rawText") == "Hello"
                + String(decoding: [TextLineRequest.graphicUnit], as: UTF16.self))
        #expect(try text([picture, none]) == nil)
        #expect(try text([hello, none, hello]) == "Hello")
        #expect(try text([none, picture]) == "")
    }

    // MARK: Static text

    @Test("a snapshot of static texts is searched, selected and hit by letters")
    func snapshot() throws {
        let stage = try Stage { movie in
            let codes: [UInt16] = Array("abc".utf16)
            movie.defineFont(
                DefineFont(
                    version: 3, id: 1, name: SWFString("Ten"),
                    glyphs: codes.map { FontGlyph(records: [], code: $0, advance: 10240) },
                    layout: FontLayout(ascent: 16384, descent: 4096, leading: 0, kerning: [])))
            for (id, glyphs) in [(2, [0, 1, 2]), (3, [2, 0])] {
                var text = DefineText(
                    version: 1, id: CharacterID(id), bounds: TwipsRect(xMin: 0, xMax: 600, yMin: 0, yMax: 400),
                    matrix: .identity,
                    records: [])
                text.records = [
                    TextRecord(
                        font: 1, height: 400, color: RGBA(rgb: 0x123456), xOffset: 0, yOffset: 320,
                        glyphs: glyphs.map { TextGlyph(index: UInt32($0), advance: 200) })
                ]
                movie.defineText(text)
                movie.place(CharacterID(id), depth: UInt16(id))
            }
            movie.showFrame()
        }
        _ = stage.run()
        let snapshot = SnapshotText(of: stage.player.root)
        #expect(String(decoding: snapshot.units, as: UTF16.self) == "abcca")
        #expect(String(decoding: snapshot.text(0..<5, withLineEnds: true), as: UTF16.self) == "abc\nca")
        #expect(snapshot.find(Array("CA".utf16), from: 0, isCaseSensitive: false) == 3)
        #expect(snapshot.find(Array("CA".utf16), from: 0, isCaseSensitive: true) == -1)
        // The second letter goes from 10 to 20 pixels.
        #expect(snapshot.index(nearX: 15, y: 10, within: 0) == 1)
        #expect(snapshot.index(nearX: 15, y: 50, within: 5) == -1)
        #expect(snapshot.index(nearX: 35, y: 10, within: 6) == 2)
        snapshot.select(1..<2, true)
        snapshot.select(4..<5, true)
        #expect(String(decoding: snapshot.selectedText(withLineEnds: false), as: UTF16.self) == "ba")
        let facts = Dictionary(uniqueKeysWithValues: snapshot.facts(of: 1).map { ($0.name, "\($0.value)") })
        #expect(facts["font"] == "text(\"Ten\")" && facts["indexInRun"] == "number(1.0)")
        #expect(facts["matrix_tx"] == "number(10.0)" && facts["matrix_ty"] == "number(16.0)")
        #expect(facts["selected"] == "flag(true)" && facts["corner2x"] == "number(20.0)")
        #expect(snapshot.range(2, 1) == 2..<3 && SnapshotText(of: nil).range(0, 5).isEmpty)
    }
}

extension LineBreaker {
    /// Lines beside which no picture stands.
    fileprivate func lines(of range: Range<Int>, paragraphEnd: Int, limit: Int = .max) -> [TextLayout.Line] {
        var floats = TextFloats([], width: settings.width)
        return lines(of: range, paragraphEnd: paragraphEnd, beside: &floats, limit: limit)
    }
}
