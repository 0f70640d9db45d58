import Base
import Testing

@testable import Fonts

/// Outlines and lists of fonts. No font file is part of the project: what needs one takes what the system has.
@Suite struct FontTests {
    @Test("a cubic curve becomes quadratic ones that pass through its points")
    func cubic() {
        var outline = GlyphOutline()
        outline.move(to: TwipsPoint(x: 0, y: 0))
        outline.cubic(to: TwipsPoint(x: 4000, y: 0), TwipsPoint(x: 0, y: 4000), TwipsPoint(x: 4000, y: 4000))
        #expect(outline.edges.count == 4)
        #expect(outline.edges.last?.to == TwipsPoint(x: 4000, y: 0))
        // The middle of this arch is three quarters of its handles' height.
        #expect(outline.edges[1].to == TwipsPoint(x: 2000, y: 3000))
        // Halfway through the first piece the curve is at t = 1/8; its quadratic stand-in is as near as a rounding.
        let (a, c, b) = (outline.edges[0].from, outline.edges[0].control!, outline.edges[0].to)
        let x = Double(a.x + 2 * c.x + b.x) / 4
        let y = Double(a.y + 2 * c.y + b.y) / 4
        #expect(abs(x - 4000 * (3 * 0.125 * 0.125 - 2 * 0.125 * 0.125 * 0.125)) < 12)
        #expect(abs(y - 4000 * 3 * (0.125 - 0.125 * 0.125)) < 12)
    }

    @Test("a contour that is left open is closed")
    func closing() {
        var outline = GlyphOutline()
        outline.move(to: TwipsPoint(x: 10, y: 10))
        outline.line(to: TwipsPoint(x: 20, y: 10))
        outline.line(to: TwipsPoint(x: 20, y: 20))
        outline.close()
        #expect(outline.edges.last == GlyphOutline.Edge(from: TwipsPoint(x: 20, y: 20), to: TwipsPoint(x: 10, y: 10)))
    }

    @Test("a request takes a list of names apart")
    func request() {
        #expect(FontRequest("Arial , _sans,").families == ["Arial", "_sans"])
        #expect(GenericFamily("_Typewriter") == .typewriter)
        #expect(GenericFamily("Arial") == nil)
    }

    @Test("bytes that are no font are refused")
    func noFont() {
        #expect(throws: FontError.self) { try FontFace(bytes: [1, 2, 3]) }
        #expect(throws: FontError.self) { try FontFace(path: "/nowhere.ttf") }
    }

    @Test("the system's sans serif has letters with outlines, and slants them where asked")
    func systemFont() throws {
        let fonts = SystemFonts()
        // A machine without any font has nothing to show.
        guard let list = fonts.list(FontRequest("_sans")), let found = list.face(with: 0x41) else { return }
        let face = found.face
        let glyph = try #require(face.glyph(of: 0x41))
        #expect(face.advance(ofGlyph: glyph) > 0.3 && face.advance(ofGlyph: glyph) < 1.5)
        #expect(face.ascent > 0.5 && face.descent > 0)
        let upright = try #require(face.outline(ofGlyph: glyph))
        let slanted = try #require(face.outline(ofGlyph: glyph, FontFace.Synthesis(isItalic: true)))
        #expect(upright.edges.count >= 6)
        #expect(slanted.edges.count == upright.edges.count)
        // The top of the letter goes to the right, its foot on the baseline stays.
        let top = upright.edges.indices.min { upright.edges[$0].to.y < upright.edges[$1].to.y }!
        #expect(slanted.edges[top].to.x > upright.edges[top].to.x)
        let bold = try #require(face.outline(ofGlyph: glyph, FontFace.Synthesis(isBold: true)))
        func width(_ outline: GlyphOutline) -> Int32 {
            outline.edges.map(\.to.x).max()! - outline.edges.map(\.to.x).min()!
        }
        #expect(width(bold) > width(upright))
    }

    @Test("of chosen fonts the first family that is there counts, with the fallback behind it")
    func chosen() throws {
        guard let face = SystemFonts().list(FontRequest("_sans"))?.first?.face else { return }
        let fonts = ChosenFonts(
            [.init(family: "One", face: face)], generic: [.serif: ["One"]])
        // A family that is missing is the serif one, where there is one.
        #expect(fonts.list(FontRequest("Two"))?.first?.face === face)
        #expect(ChosenFonts([.init(family: "One", face: face)]).list(FontRequest("Two")) == nil)
        #expect(fonts.list(FontRequest("two, one"))?.first?.face === face)
        #expect(fonts.list(FontRequest("_serif"))?.first?.face === face)
    }
}
