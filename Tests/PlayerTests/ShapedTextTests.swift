import Base
import Fonts
import Renderer
import Testing

@testable import Player

/// Lines in which writing runs to both sides, in fonts of the system (scripts/packages names one that has Hebrew).
@Suite struct ShapedTextTests {
    private let resources = RenderResources()
    private let fonts = SystemFonts()

    private func layout(_ string: String, width: Int = 0, reorders: Bool = true, isRightToLeft: Bool = false) throws
        -> TextLayout
    {
        let list = try #require(fonts.list(FontRequest("_sans")))
        let font = try #require(DeviceFont(list, resources: resources))
        var settings = TextLayout.Settings(width: width * 20, wraps: width > 0)
        settings.reorders = reorders
        settings.isRightToLeft = isRightToLeft
        return TextLayout(FormattedText(Array(string.utf16), format: .standard), settings) { _ in font }
    }

    /// Where each unit of the first line begins.
    private func lefts(_ layout: TextLayout, _ units: Range<Int>) -> [Int] {
        units.map { layout.place(of: $0)?.x ?? -1 }
    }

    @Test("text that runs to the right is laid out as ever")
    func unchanged() throws {
        let text = "AVA Кот, φ 日本"
        let (new, old) = (try layout(text), try layout(text, reorders: false))
        #expect(new.lines[0].runs.map(\.advances) == old.lines[0].runs.map(\.advances))
        #expect(new.lines[0].runs.allSatisfy { $0.glyphs == nil && $0.level == 0 })
    }

    @Test("Hebrew in a line stands from right to left, what is around it does not")
    func hebrew() throws {
        let layout = try layout("ab אבג cd")
        let places = lefts(layout, 0..<9)
        #expect(places[0] < places[1] && places[1] < places[5])
        #expect(places[5] < places[4] && places[4] < places[3])
        #expect(places[3] < places[7] && places[7] < places[8])
        // The caret before a letter is on its right.
        #expect(layout.caret(at: 3).x == places[3] + layout.place(of: 3)!.width)
        #expect(layout.runsLeft(at: 4) && !layout.runsLeft(at: 7))
        // A point over a letter finds it, and the nearest places between letters are those beside it.
        for unit in 3..<6 {
            let (x, width) = (places[unit], layout.place(of: unit)!.width)
            #expect(layout.unit(x: x + width / 2, y: 10) == unit)
            #expect(layout.index(x: x + width - 1, y: 10) == unit)
            #expect(layout.index(x: x + 1, y: 10) == unit + 1)
        }
    }

    @Test("what is marked across a turn of direction shows in several pieces")
    func extents() throws {
        let layout = try layout("ab אבג cd")
        // "b א": the second letter and the space, and the rightmost of the Hebrew ones.
        let pieces = layout.extents(of: 1..<4, inLine: 0)
        #expect(pieces.count == 2)
        #expect(pieces[1].left - pieces[0].right == layout.place(of: 4)!.width + layout.place(of: 5)!.width)
    }

    @Test("a paragraph that runs to the left begins at the right, and the spaces at its end are on the left")
    func rightToLeft() throws {
        let layout = try layout("אב cd ", isRightToLeft: true)
        let places = lefts(layout, 0..<6)
        #expect(places[5] < places[3] && places[3] < places[4] && places[4] < places[1] && places[1] < places[0])
    }

    @Test("joined letters have forms of their own, and no unit is lost where a line breaks")
    func arabic() throws {
        let layout = try layout("مرحبا بالعالم مرحبا بالعالم", width: 60)
        #expect(layout.lines.count > 1)
        #expect(layout.lines.map(\.range.count).reduce(0, +) == 27)
        for line in layout.lines {
            #expect(line.runs.allSatisfy { $0.runsLeft || $0.range.count <= 1 })
            for run in line.runs { #expect(run.glyphs?.allSatisfy { run.range.contains($0.unit) } ?? true) }
        }
    }
}
