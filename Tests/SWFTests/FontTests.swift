import Base
import SWF
import TestSupport
import Testing

@Suite("Fonts")
struct FontTests {
    private static let outline: [ShapeRecord] = [
        .styleChange(StyleChange(moveTo: TwipsPoint(x: 10, y: -20), fill1: 1)), .line(dx: 100, dy: 0),
        .curve(controlDX: -50, controlDY: -50, anchorDX: -50, anchorDY: 50),
    ]

    private static func font(version: UInt8, codes: [UInt16] = [65, 66, 67]) -> DefineFont {
        let glyphs = codes.enumerated().map { index, code in
            FontGlyph(
                records: index == 1 ? [] : outline, code: version == 1 ? 0 : code,
                advance: version == 1 ? nil : UInt16(40_000 - index * 100), bounds: version == 1 ? nil : .sample)
        }
        var font = DefineFont(version: version, id: 5, name: SWFString(version == 1 ? "" : "Face"), glyphs: glyphs)
        if version > 1 {
            font.isBold = true
            font.isSmallText = true
            font.language = 2
            font.layout = FontLayout(
                ascent: 900, descent: 200, leading: -30,
                kerning: [KerningRecord(left: codes[0], right: codes[1], adjustment: -80)])
        }
        return font
    }

    @Test("glyphs, codes, layout and kerning", arguments: [UInt8(1), 2, 3])
    func roundTrip(version: UInt8) throws {
        let font = Self.font(version: version)
        #expect(try decoded { $0.defineFont(font) } == .defineFont(font))
    }

    @Test("wide offsets and wide codes mean the same", arguments: [false, true], [false, true])
    func wide(offsets: Bool, codes: Bool) throws {
        var options = FontLayoutOptions()
        options.hasWideOffsets = offsets
        options.hasWideCodes = codes
        let font = Self.font(version: 2, codes: codes ? [0x20AC, 66, 0xFFFF] : [65, 66, 67])
        #expect(try decoded { $0.defineFont(font, options) } == .defineFont(font))
    }

    @Test("a font without glyphs may or may not say where its codes are", arguments: [true, false])
    func noGlyphs(hasOffset: Bool) throws {
        var options = FontLayoutOptions()
        options.hasEmptyCodeTableOffset = hasOffset
        let font = DefineFont(version: 2, id: 5, name: SWFString("_sans"), glyphs: [])
        #expect(try decoded { $0.defineFont(font, options) } == .defineFont(font))
    }

    @Test("DefineFont has as many glyphs as its first offset has pairs of bytes before it")
    func firstFont() throws {
        // Two glyphs: the end record alone, twice.
        let tag = try decoded(.defineFont, [5, 0, 4, 0, 6, 0, 0x10, 0, 0x10, 0])
        guard case .defineFont(let font) = tag else { throw Unexpected(tag) }
        #expect(font.glyphs.map(\.records) == [[], []])
        #expect(
            try decoded(.defineFont, [5, 0])
                == .defineFont(DefineFont(version: 1, id: 5, name: SWFString([]), glyphs: [])))
        let none = try decoded(.defineFont, [5, 0, 0, 0])
        guard case .defineFont(let empty) = none else { throw Unexpected(none) }
        #expect(empty.glyphs.count <= 1)
    }

    @Test("a name that ends with a zero does not keep it")
    func nameWithZero() throws {
        let tag = try decoded(.defineFont2, [5, 0, 0, 1, 3, 0x41, 0x42, 0, 0, 0, 2, 0])
        guard case .defineFont(let font) = tag else { throw Unexpected(tag) }
        #expect(font.name == SWFString("AB"))
        #expect(font.language == 1)
    }

    @Test("glyph places out of range give empty glyphs, and the others stand")
    func brokenOffsets() throws {
        let font = Self.font(version: 2)
        var writer = SWFWriter()
        writer.defineFont(font)
        var body = Array(writer.tags.bytes[6...])
        // Behind number, flags, language, length, name and count: three offsets. The first goes far out.
        body.replaceSubrange(11..<13, with: [0xFF, 0x7F])
        let tag = try decoded(.defineFont2, body)
        guard case .defineFont(let result) = tag else { throw Unexpected(tag) }
        #expect(result.glyphs[0].records.isEmpty)
        #expect(result.glyphs[2] == font.glyphs[2])
        #expect(result.layout == font.layout)
    }

    @Test("many glyphs on one outline do not make a small file large")
    func sharedOutlines() throws {
        var shape = ByteWriter()
        shape.ubits(0x10, 8)
        for _ in 0..<20_000 {
            // A vertical line of one twip.
            shape.ubits(0b110000_01_01, 10)
        }
        let count = 20_000
        var body = ByteWriter()
        body.u16(5)
        body.bytes([0b0000_1100, 0, 0])
        body.u16(UInt16(count))
        let table = (count + 1) * 4
        for index in 0..<count { body.u32(UInt32(index % 2 == 0 ? table : table + 1)) }
        body.u32(UInt32(table + shape.count))
        body.bytes(shape.bytes)
        let bytes = body.bytes
        let tag = try decoded(.defineFont2, bytes)
        guard case .defineFont(let font) = tag else { throw Unexpected(tag) }
        #expect(font.glyphs.count == count)
        // Ten bits a record, each byte of the font read four times over at most.
        #expect(font.glyphs.reduce(0) { $0 + $1.records.count } < bytes.count * 4)
    }

    @Test("what is cut short keeps what was read")
    func cutShort() throws {
        let font = Self.font(version: 3)
        var writer = SWFWriter()
        writer.defineFont(font)
        let body = Array(writer.tags.bytes[6...])
        var glyphs = 0
        for length in 9...body.count {
            let tag = try decoded(.defineFont3, Array(body[..<length]))
            guard case .defineFont(let result) = tag else { throw Unexpected(tag) }
            glyphs = max(glyphs, result.glyphs.count)
        }
        #expect(glyphs == 3)
    }

    @Test("DefineFontInfo has codes of eight or sixteen bits, 2 always of sixteen")
    func fontInfo() throws {
        for version in UInt8(1)...2 {
            for codes in [[65, 66], [65, 0x20AC]] as [[UInt16]] {
                var info = DefineFontInfo(version: version, id: 5, name: SWFString("Face"), codes: codes)
                info.isItalic = true
                info.isANSI = true
                info.language = version == 2 ? 3 : 0
                #expect(try decoded { $0.defineFontInfo(info) } == .defineFontInfo(info))
            }
        }
    }

    static let halves: [(bits: UInt16, value: Float)] = [
        (0x4000, 1), (0xC000, -1), (0x0000, 0), (0x4200, 1.5), (0x4400, 2), (0x3C00, 0.5), (0x0001, 0x1p-25),
    ]

    @Test("align zones hold half floats with a bias of 16", arguments: halves)
    func alignZones(bits: UInt16, value: Float) throws {
        let low = UInt8(bits & 0xFF)
        let high = UInt8(bits >> 8)
        let tag = try decoded(.defineFontAlignZones, [5, 0, 0x80, 1, low, high, 0, 0x40, 2])
        let zone = GlyphAlignZone(coordinates: [value], ranges: [1], hasX: false, hasY: true)
        #expect(tag == .defineFontAlignZones(DefineFontAlignZones(id: 5, tableHint: 2, zones: [zone])))
    }

    @Test("DefineFontName and DefineFont4")
    func others() throws {
        #expect(
            try decoded { $0.defineFontName(id: 1, name: "N", copyright: "C") }
                == .defineFontName(id: 1, name: SWFString("N"), copyright: SWFString("C")))
        let (tag, bytes) = try decodedWithBytes { $0.defineFont4(id: 2, name: "O", isBold: true, openType: [1, 2, 3]) }
        guard case .defineFont4(let font) = tag, let data = font.data else { throw Unexpected(tag) }
        #expect(font.isBold && !font.isItalic && font.name == SWFString("O"))
        #expect(Array(bytes[data]) == [1, 2, 3])
        let empty = try decoded { $0.defineFont4(id: 2, name: "O", isItalic: true, openType: nil) }
        #expect(
            empty == .defineFont4(DefineFont4(id: 2, name: SWFString("O"), isBold: false, isItalic: true, data: nil)))
    }
}

@Suite("Text")
struct TextTests {
    @Test("DefineText has colours without alpha, 2 with", arguments: [UInt8(1), 2])
    func text(version: UInt8) throws {
        let color = version == 1 ? RGBA(rgb: 0x123456) : RGBA(red: 1, green: 2, blue: 3, alpha: 4)
        let text = DefineText(
            version: version, id: 6, bounds: .sample, matrix: .sample,
            records: [
                TextRecord(
                    font: 5, height: 240, color: color, xOffset: -7, yOffset: 300,
                    glyphs: [TextGlyph(index: 0, advance: 100), TextGlyph(index: 300, advance: -100)]),
                TextRecord(yOffset: 1, glyphs: []), TextRecord(color: color, glyphs: [TextGlyph(index: 1, advance: 0)]),
            ])
        #expect(try decoded { $0.defineText(text) } == .defineText(text))
    }

    @Test("a text that is cut short keeps the records that were read")
    func cutText() throws {
        // Two bits of glyph and of advance; one record of two glyphs; a second without its glyphs.
        let tag = try decoded(.defineText, [6, 0, 0, 0, 2, 2, 0x81, 9, 0, 2, 0b0101_1000, 0x81, 8, 0, 200])
        guard case .defineText(let text) = tag else { throw Unexpected(tag) }
        #expect(text.records.first?.glyphs == [TextGlyph(index: 1, advance: 1), TextGlyph(index: 2, advance: 0)])
        #expect(text.records.first?.xOffset == 9)
        #expect(text.records.count == 2)
        #expect(text.records.last?.glyphs.isEmpty == true)
    }

    @Test("glyphs of no bits do not make a small file large")
    func freeGlyphs() throws {
        let records = [UInt8](repeating: 0, count: 0) + (0..<30_000).flatMap { _ in [0x80, 0xFF] as [UInt8] }
        let tag = try decoded(.defineText, [6, 0, 0, 0, 0, 0] + records)
        guard case .defineText(let text) = tag else { throw Unexpected(tag) }
        #expect(text.records.reduce(0) { $0 + $1.glyphs.count } <= 256 + 8 * (records.count + 6))
    }

    @Test("widths beyond 32 bits do not trap")
    func absurdWidths() throws {
        _ = try decoded(.defineText, [6, 0, 0, 0, 255, 255, 0x81, 9, 0, 2] + [UInt8](repeating: 0xFF, count: 200))
    }

    @Test("each field of DefineEditText has its flag")
    func editText() throws {
        var text = DefineEditText(
            id: 7, bounds: .sample,
            flags: [.hasText, .multiline, .hasTextColor, .hasMaxLength, .hasFont, .hasLayout, .html, .noSelect],
            variableName: SWFString("v"))
        text.font = 5
        text.fontHeight = 200
        text.color = RGBA(red: 1, green: 2, blue: 3, alpha: 4)
        text.maxLength = 10
        text.layout = EditTextLayout(align: 3, leftMargin: 1, rightMargin: 2, indent: 3, leading: -4)
        text.initialText = SWFString("<b>x</b>")
        #expect(try decoded { $0.defineEditText(text) } == .defineEditText(text))
        var classed = DefineEditText(
            id: 7, bounds: .sample, flags: [.hasFontClass, .readOnly, .useOutlines], variableName: SWFString(""))
        classed.fontClass = SWFString("F")
        classed.fontHeight = 100
        #expect(try decoded { $0.defineEditText(classed) } == .defineEditText(classed))
    }

    @Test("DefineEditText's flags, byte by byte")
    func knownEditText() throws {
        let tag = try decoded(.defineEditText, [7, 0, 0, 0x88, 0x01, 0x76, 0, 0x74, 0])
        guard case .defineEditText(let text) = tag else { throw Unexpected(tag) }
        #expect(text.flags == [.hasText, .readOnly, .useOutlines])
        #expect(text.variableName == SWFString("v"))
        #expect(text.initialText == SWFString("t"))
    }

    @Test("a field that is cut short exists with what was read")
    func cutEditText() throws {
        let tag = try decoded(.defineEditText, [7, 0, 0, 0x85, 0x00, 5, 0, 200, 0, 1, 2])
        guard case .defineEditText(let text) = tag else { throw Unexpected(tag) }
        #expect(text.font == 5 && text.fontHeight == 200 && text.color == nil)
    }

    @Test("CSMTextSettings")
    func csmTextSettings() throws {
        let settings = CSMTextSettings(
            id: 7, usesAdvancedAntiAliasing: true, gridFit: 2, thickness: 0.5, sharpness: -1)
        #expect(try decoded { $0.csmTextSettings(settings) } == .csmTextSettings(settings))
    }
}
