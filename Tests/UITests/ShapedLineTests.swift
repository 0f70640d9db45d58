import Base
import Renderer
import Testing

@testable import UI

/// Text of the user interface in any writing.
@Suite("Text of any writing")
struct ShapedLineTests {
    private let toolkit = UIToolkit(resources: RenderResources())

    private func commands(_ text: String) -> [RenderCommand] {
        var commands: [RenderCommand] = []
        toolkit.layOut(text, x: 0, baseline: 20, size: 16, isBold: false, .white) { commands.append($0) }
        return commands
    }

    private func left(_ command: RenderCommand) -> Double {
        switch command {
        case .glyph(_, let map, _), .bitmap(_, let map, _, _): map.tx
        default: .nan
        }
    }

    @Test("Hebrew begins at the right, and what is measured is what is drawn")
    func hebrew() {
        let places = commands("אבג").map(left)
        #expect(places.count == 3)
        // Glyphs come from left to right, the last letter first: its shape is that of a letter alone.
        #expect(places == places.sorted())
        #expect(commands("א").first.map { shape($0) } == commands("אבג").last.map { shape($0) })
        #expect(toolkit.width(of: "אבג", size: 16) > places[2])
        #expect(toolkit.width(of: "ab אבג", size: 16) > toolkit.width(of: "אבג", size: 16))
    }

    private func shape(_ command: RenderCommand) -> ShapeID? {
        if case .glyph(let shape, _, _) = command { return shape }
        return nil
    }

    @Test("an emoji is a picture about as large as the text")
    func emoji() {
        let found = commands("🇯🇵")
        #expect(found.count == 1)
        guard case .bitmap(let id, let map, _, _)? = found.first, let pixmap = toolkit.resources.pixmap(id) else {
            Issue.record("no picture")
            return
        }
        let width = Double(pixmap.width) * map.a
        #expect(width > 14 && width < 26)
    }

    @Test("a text that is too long is cut in any writing")
    func cutting() {
        let text = "שלום עולם שלום עולם"
        let cut = toolkit.fitted(text, width: 60, size: 16)
        #expect(cut.hasSuffix("…") && cut.count < text.count)
        #expect(toolkit.width(of: cut, size: 16) < 80)
    }
}
