import Testing

@testable import Fonts

/// Writing that runs to the left, joins or is made of pictures. What needs a font takes those of scripts/packages.
@Suite struct ShapingTests {
    private let fonts = SystemFonts()
    private var list: (any FontList)? { fonts.list(FontRequest("_sans")) }

    private func shape(_ text: String, isRightToLeft: Bool = false) throws -> ShapedText {
        let units = Array(text.utf16)
        return TextShaper.shape(
            units, in: units.indices, fonts: try #require(list), isRightToLeft: isRightToLeft)
    }

    @Test("levels say what runs to the left, with numbers in it running to the right")
    func levels() {
        #expect(Bidi.levels(of: Array("plain, Ελληνικά, 日本".utf16)) == nil)
        #expect(Bidi.levels(of: Array("ab גד 12".utf16)) == [0, 0, 0, 1, 1, 1, 2, 2])
        #expect(Bidi.levels(of: Array("ab".utf16), isRightToLeft: true) == [2, 2])
        // Both halves of a pair are of one level.
        #expect(Bidi.levels(of: Array("😀א".utf16)) == [0, 0, 1])
        #expect(Bidi.levels(of: [0xD802, 0x05D0])?.count == 2)
    }

    @Test("runs stand in the order in which they are read")
    func visualOrder() {
        #expect(Bidi.visualOrder([0, 1, 0]) == [0, 1, 2])
        #expect(Bidi.visualOrder([0, 1, 2, 1]) == [0, 3, 2, 1])
        #expect(Bidi.visualOrder([2, 1, 2]) == [2, 1, 0])
        #expect(Bidi.visualOrder([1]) == [0])
        #expect(Bidi.visualOrder([]) == [])
    }

    @Test("Arabic letters join: each has another form at the start, inside and at the end of a word")
    func joining() throws {
        let alone = try shape("ب", isRightToLeft: true).glyphs.map(\.glyph)
        let joined = try shape("ببب", isRightToLeft: true)
        #expect(alone.count == 1 && joined.glyphs.count == 3)
        #expect(Set(joined.glyphs.map(\.glyph) + alone).count == 4)
        #expect(joined.advances.allSatisfy { $0 > 0 })
        // From left to right the last letter comes first.
        #expect(joined.glyphs.map(\.unit) == [2, 1, 0])
    }

    @Test("two letters that become one glyph take their room at the first")
    func ligature() throws {
        let shaped = try shape("لا", isRightToLeft: true)
        #expect(shaped.glyphs.count == 1)
        #expect(shaped.advances[0] > 0 && shaped.advances[1] == 0)
    }

    @Test("what the text around a stretch is decides how its ends join")
    func context() throws {
        let units = Array("بب".utf16)
        let list = try #require(list)
        let first = TextShaper.shape(units, in: 0..<1, fonts: list, isRightToLeft: true)
        #expect(first.glyphs.first?.glyph != (try shape("ب", isRightToLeft: true)).glyphs.first?.glyph)
    }

    @Test("an emoji is a picture, and a sequence of them one")
    func emoji() throws {
        let shaped = try shape("👩‍🚀🇯🇵")
        #expect(shaped.glyphs.count == 2)
        let face = try #require(shaped.glyphs.first?.face.face)
        #expect(face.isPictures)
        let picture = try #require(face.picture(ofGlyph: shaped.glyphs[0].glyph))
        #expect(picture.width > 32 && picture.pixels.count == picture.width * picture.height)
        #expect(picture.pixels.contains { $0 >> 24 == 255 } && picture.pixels.contains { $0 == 0 })
        // Half of it has half the side and about the same ink.
        let half = picture.halved
        #expect(half.width == (picture.width + 1) / 2 && half.pixelsPerEm == picture.pixelsPerEm / 2)
        func ink(_ picture: GlyphPicture) -> UInt32 { picture.pixels.reduce(0) { $0 + $1 >> 24 } }
        #expect(abs(Double(ink(half)) * 4 / Double(ink(picture)) - 1) < 0.02)
        #expect(face.outline(ofGlyph: shaped.glyphs[0].glyph) == nil)
    }

    @Test("every writing has glyphs that some font has")
    func coverage() throws {
        for text in ["Latin", "Ελληνικά", "Кириллица", "日本語かな", "العربية", "עברית", "😀"] {
            let units = Array(text.utf16)
            let isLeft = Bidi.levels(of: units) != nil
            let shaped = TextShaper.shape(units, in: units.indices, fonts: try #require(list), isRightToLeft: isLeft)
            #expect(shaped.advances.reduce(0, +) > 0, "\(text)")
            #expect(!shaped.glyphs.contains { $0.glyph == 0 }, "\(text)")
        }
    }

    @Test("lone halves of pairs and controls do no harm")
    func junk() throws {
        let units: [UInt16] = [0xDC00, 0xD800, 0x202E, 0x627, 0xFFFF, 0x200D, 0xD83D]
        let levels = try #require(Bidi.levels(of: units))
        #expect(levels.count == units.count)
        let shaped = TextShaper.shape(units, in: 1..<6, fonts: try #require(list), isRightToLeft: true)
        #expect(shaped.advances.count == 5)
    }
}
