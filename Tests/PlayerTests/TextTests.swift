import Base
import FlashAPI
import Renderer
import SWF
import TestSupport
import Testing

@testable import Player

/// Text of fields: reading and writing its HTML, breaking it into lines, measuring and typing.
@Suite struct TextTests {
    /// Every character is half an em wide, and a line 0.8 of it above the baseline and 0.2 below.
    private final class HalfFont: TextFont {
        let ascent = 0.8
        let descent = 0.2
        let leading = 0.0
        func advance(of scalar: UInt32) -> Double? { scalar == 0x7E ? nil : 0.5 }
        func kerning(_ left: UInt32, _ right: UInt32) -> Double { left == 0x41 && right == 0x56 ? -0.1 : 0 }
        func outline(of scalar: UInt32) -> (shape: ShapeID, unitsPerEm: Double)? { nil }
    }

    private let font = HalfFont()

    private func text(_ string: String, _ change: (inout TextFormat) -> Void = { _ in }) -> FormattedText {
        var format = TextFormat.standard
        format.size = 20
        change(&format)
        return FormattedText(Array(string.utf16), format: format)
    }

    /// Widths in pixels: a character takes 10.
    private func layout(
        _ text: FormattedText, width: Int = 0, wraps: Bool = false, isInput: Bool = false, version: UInt8 = 8
    ) -> TextLayout {
        let settings = TextLayout.Settings(width: width * 20, wraps: wraps, isInput: isInput, swfVersion: version)
        return TextLayout(text, settings) { [font] _ in font }
    }

    private func lines(_ layout: TextLayout, of text: FormattedText) -> [String] {
        layout.lines.map { String(decoding: text.units[$0.range], as: UTF16.self) }
    }

    // MARK: Lines

    @Test("lines break behind spaces and hyphens, and inside of words that are too long")
    func wrapping() {
        let words = text("one two-three fourteenth")
        #expect(
            lines(layout(words, width: 60, wraps: true), of: words) == ["one ", "two-", "three ", "fourte", "enth"])
    }

    @Test("spaces at the end of a line may stick out, until SWF 7 only one")
    func spaces() {
        let words = text("ab   cd")
        #expect(lines(layout(words, width: 30, wraps: true), of: words) == ["ab   ", "cd"])
        #expect(lines(layout(words, width: 30, wraps: true, version: 7), of: words) == ["ab  ", " cd"])
    }

    @Test("East Asian characters break anywhere, but brackets stay with what they enclose")
    func breakRules() {
        func may(_ pair: String) -> Bool {
            let units = Array(pair.utf16)
            return BreakRules.mayBreak(after: units[0], before: units[1])
        }
        #expect(may("形の") && may("aの") && may("のa"))
        #expect(!may("「の") && !may("の」") && !may("の、"))
        #expect(!may("ab") && !may("a!") && may(" a") && may("-a"))
        #expect(!may("😀"))
    }

    @Test("an empty line at the end counts only where it can be typed in")
    func lastLine() {
        #expect(layout(text("a\r")).height == 20 * 20)
        #expect(layout(text("a\r"), isInput: true).height == 40 * 20)
        #expect(layout(text("a\r")).lines.count == 2)
        // A single line has the space below it, others do not.
        #expect(layout(text("a") { $0.leading = 5 }).height == 25 * 20)
        #expect(layout(text("a\rb") { $0.leading = 5 }).height == 45 * 20)
    }

    @Test("lines are set right a twip off the edge, in the middle, and spread between words")
    func alignment() {
        #expect(layout(text("ab") { $0.align = .right }, width: 100, wraps: true).lines[0].x == 80 * 20 - 1)
        #expect(layout(text("ab ") { $0.align = .center }, width: 100, wraps: true).lines[0].x == 40 * 20)
        let spread = layout(text("a b cdefgh") { $0.align = .justify }, width: 65, wraps: true)
        #expect(spread.lines[0].runs[0].advances == [200, 200 + 700, 200, 200])
        #expect(spread.place(of: 2)?.x == 1100)
        #expect(spread.lines[1].width == 60 * 20)
    }

    @Test("bullets, indents, tabs, letter spacing and kerning move characters")
    func places() {
        let bullet = layout(
            text("ab") {
                $0.bullet = true; $0.indent = 5
            })
        #expect(bullet.lines[0].x == 41 * 20)
        #expect(bullet.lines[0].bulletX == 23 * 20)
        #expect(layout(text("a\tb") { $0.tabStops = [30, 70] }).place(of: 2)?.x == 30 * 20)
        #expect(layout(text("a\tb\tc") { $0.tabStops = [30] }).place(of: 4)?.x == 40 * 20)
        #expect(layout(text("ab") { $0.letterSpacing = 3 }).textWidth == 26 * 20)
        #expect(layout(text("AV") { $0.kerning = true }).textWidth == 18 * 20)
        // What the font does not have takes no room, not even the space between letters.
        #expect(layout(text("a~b") { $0.letterSpacing = 3 }).textWidth == 26 * 20)
        // Both halves of a surrogate pair are one character.
        #expect(layout(text("😀a")).lines[0].runs[0].advances == [200, 0, 200])
    }

    @Test("places between characters and characters under a point")
    func points() {
        let layout = layout(text("abc\rd"))
        #expect(layout.index(x: 290, y: 10) == 1)
        #expect(layout.index(x: 310, y: 10) == 2)
        #expect(layout.index(x: 290, y: 10, isOver: true) == 1)
        #expect(layout.unit(x: 590, y: 399) == 2)
        #expect(layout.unit(x: 601, y: 10) == nil)
        #expect(layout.unit(x: 10, y: 401) == 4)
        #expect(layout.caret(at: 5).line == 1)
        let extents = layout.extents(of: 1..<5, inLine: 0)
        #expect(extents.count == 1 && extents[0] == (200, 600))
    }

    // MARK: HTML

    private func read(_ html: String, version: UInt8 = 8, multiline: Bool = true, condenses: Bool = false)
        -> FormattedText
    {
        var reader = HTMLReader(
            Array(html.utf16), defaultFormat: .standard, isMultiline: multiline, condensesWhite: condenses,
            swfVersion: version)
        return reader.read()
    }

    private func write(_ text: FormattedText) -> String {
        var writer = HTMLWriter()
        return writer.write(text)
    }

    private static let font12 =
        "<FONT FACE=\"Times New Roman\" SIZE=\"12\" COLOR=\"#000000\" LETTERSPACING=\"0\" KERNING=\"0\">"

    @Test("HTML comes back as Flash writes it")
    func roundTrip() {
        #expect(
            write(read("<p align='center'>a<b>b<i>c</i></b></p>d"))
                == "<P ALIGN=\"CENTER\">\(Self.font12)a<B>b</B><B><I>c</I></B></FONT></P>"
                + "<P ALIGN=\"LEFT\">\(Self.font12)d</FONT></P>")
        #expect(
            write(read("a<font color='#ff0000'>b</font>c"))
                == "<P ALIGN=\"LEFT\">\(Self.font12)a<FONT COLOR=\"#FF0000\">b</FONT>c</FONT></P>")
        #expect(
            write(read("<textformat indent='3'><li>a</li></textformat>")).hasPrefix("<TEXTFORMAT INDENT=\"3\"><LI>"))
        #expect(write(read("1 &lt; 2 &amp; &quot;")).contains("1 &lt; 2 &amp; &quot;"))
    }

    @Test("tags that close what is not open are passed over, and one that is never closed loses the rest")
    func malformed() {
        #expect(read("<b>a</i>b</b>c").text == "abc")
        #expect(read("<b>a</i>b</b>c").format(at: 1).bold == true)
        #expect(read("a<b").text == "a")
        #expect(read("a<!-- > -->b").text == "ab")
        #expect(read("a&nope;&#x41;&#66;").text == "a&nope;AB")
    }

    @Test("white space, lines and sizes by the version")
    func versions() {
        #expect(read("<b>a</b> <b>b</b>", version: 8).text == "a b")
        #expect(read("<b>a</b> <b>b</b>", version: 7).text == "ab")
        #expect(read("a<br>b", multiline: false).text == "ab")
        #expect(read("a<br>b", version: 6, multiline: false).text == "a\r" + "b")
        #expect(read("  a  <b>  b</b>", condenses: true).text == "a b")
        #expect(read("<font size='200'>a</font>", version: 12).format(at: 0).size == 127)
        #expect(read("<font size='200'>a</font>", version: 13).format(at: 0).size == 200)
        #expect(read("<font size='+5.9'>a</font>").format(at: 0).size == 17)
    }

    @Test("a style that makes a tag a block ends its line, one that hides it takes its text")
    func styles() {
        var sheet = StyleSheet()
        var (block, none) = (TextFormat(), TextFormat())
        (block.display, block.bold, none.display) = (.block, true, TextFormat.Display.none)
        sheet.formats = ["x": block, "y": none, ".z": block]
        var reader = HTMLReader(
            Array("<x>a</x><y>b</y><span class='Z'>c</span>".utf16), defaultFormat: .standard, isMultiline: true,
            styles: sheet)
        let text = reader.read()
        #expect(text.text == "a\r\r" + "c")
        #expect(text.format(at: 0).bold == true)
        #expect(text.format(at: 3).bold == true)
    }

    // MARK: restrict

    @Test("restrict takes ranges, their half-open forms and exceptions")
    func restrict() {
        func filtered(_ pattern: String, _ typed: String) -> String {
            let filter = RestrictFilter(pattern)
            return String(decoding: typed.utf16.filter { filter.allows($0) }, as: UTF16.self)
        }
        #expect(filtered("a-c", "abcdA") == "abc")
        #expect(filtered("a-z^b", "abc") == "ac")
        #expect(filtered("^b", "abc") == "ac")
        #expect(filtered("-b", "Zabc") == "Zab")
        #expect(filtered("c-a", "abc") == "c")
        #expect(filtered("--", "-a").isEmpty)
        #expect(filtered("\\\\-\\^", "\\]^-") == "\\]^")
        #expect(filtered("a\\-", "a-\\") == "a-")
        #expect(filtered("", "a").isEmpty)
    }

    // MARK: Fields

    @Test("a field measures the lines that it draws")
    func measures() throws {
        let (stage, field) = try Stage.field("abc def")
        defer { withExtendedLifetime(stage) {} }
        #expect(field.textSize == (70, 20))
        #expect(field.charBoundaries(4) == TwipsRect(xMin: 840, xMax: 1040, yMin: 40, yMax: 440))
        #expect(field.charIndex(at: TwipsPoint(x: 841, y: 100)) == 4)
        #expect(field.lineMetrics(0) == [2, 70, 20, 16, 4, 0])
        #expect(field.maxScroll == 1)
        field.setPlain(Array("a\rb\rc\rd".utf16))
        #expect(field.maxScroll == 3)
        #expect(field.bottomScroll == 2)
    }

    @Test("a field sizes itself when its size is asked for, and leaves room for the caret where it is typed in")
    func autoSize() throws {
        let (stage, field) = try Stage.field("abc def")
        defer { withExtendedLifetime(stage) {} }
        field.autoSize = .right
        field.applyAutoSize()
        #expect(field.box == TwipsRect(xMin: 2000 - 1530, xMax: 2000, yMin: 0, yMax: 480))
        field.isEditable = false
        field.applyAutoSize()
        #expect(field.box.xMin == 2000 - 1480)
    }

    @Test("typing, deleting and selecting by words")
    func typing() throws {
        let (stage, field) = try Stage.field("abc def")
        defer { withExtendedLifetime(stage) {} }
        stage.player.focus.set(field)
        #expect(field.selection?.range == 0..<7)
        field.press(at: TwipsPoint(x: 100, y: 100), clickIndex: 1)
        #expect(field.selection?.range == 0..<3)
        field.drag(to: TwipsPoint(x: 1200, y: 100))
        #expect(field.selection?.range == 0..<7)
        field.press(at: TwipsPoint(x: 130, y: 100), clickIndex: 0)
        field.type("gh\u{8}")
        #expect(field.content.text == "ghabc def")
        #expect(field.selection?.caret == 2)
        field.control(.backspace)
        field.control(.deleteWord)
        #expect(field.content.text == "gdef")
        field.maxChars = 5
        field.type("ijk")
        #expect(field.content.text == "gidef")
    }

    @Test("what is typed looks like what is before it")
    func typedFormat() throws {
        let (stage, field) = try Stage.field("abc def")
        defer { withExtendedLifetime(stage) {} }
        var bold = TextFormat()
        bold.bold = true
        field.setFormat(bold, of: 0..<3)
        stage.player.focus.set(field)
        field.press(at: TwipsPoint(x: 640, y: 100), clickIndex: 0)
        field.type("gh")
        #expect(field.content.text == "abcgh def")
        #expect(field.content.format(at: 4).bold == true)
        #expect(field.content.format(at: 5).bold == false)
    }

    @Test("what an input method composes shows, and is replaced by what it decides on")
    func composing() throws {
        let (stage, field) = try Stage.field("abc def")
        defer { withExtendedLifetime(stage) {} }
        stage.player.focus.set(field)
        field.control(.moveRightDocument)
        field.preedit("g")
        field.preedit("gh")
        #expect(field.content.text == "abc defgh")
        field.commit("i")
        #expect(field.content.text == "abc defi")
    }
}
