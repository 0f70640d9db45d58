import Base
import SWF

/// How DefineFont2 and 3 are laid out; none of it changes what the font is.
public struct FontLayoutOptions {
    /// 32-bit offsets.
    public var hasWideOffsets = false
    /// 16-bit codes. Always so in DefineFont3 and where a code needs it.
    public var hasWideCodes = false
    /// Whether a font without glyphs says where its code table is. Writers differ.
    public var hasEmptyCodeTableOffset = true

    public init() {}
}

extension SWFWriter {
    /// DefineFont, 2 or 3.
    public mutating func defineFont(_ font: DefineFont, _ options: FontLayoutOptions = FontLayoutOptions()) {
        let codes: [TagCode] = [.defineFont, .defineFont2, .defineFont3]
        tag(codes[Int(font.version) - 1]) {
            $0.u16(font.id)
            if font.version == 1 {
                $0.glyphTable(font.glyphs)
            } else {
                $0.font(font, options)
            }
        }
    }

    /// DefineFontInfo or 2. Codes are 16 bits wide where one needs it, and in version 2.
    public mutating func defineFontInfo(_ info: DefineFontInfo) {
        tag(info.version == 1 ? .defineFontInfo : .defineFontInfo2) {
            let isWide = info.version == 2 || info.codes.contains { $0 > 0xFF }
            $0.u16(info.id)
            $0.u8(UInt8(info.name.bytes.count))
            $0.bytes(info.name.bytes)
            $0.ubits(0, 2)
            for flag in [info.isSmallText, info.isShiftJIS, info.isANSI, info.isItalic, info.isBold, isWide] {
                $0.bit(flag)
            }
            if info.version == 2 { $0.u8(info.language) }
            for code in info.codes { $0.code(code, isWide: isWide) }
        }
    }

    public mutating func defineFontName(id: CharacterID, name: String, copyright: String) {
        tag(.defineFontName) {
            $0.u16(id)
            $0.string(name)
            $0.string(copyright)
        }
    }

    public mutating func defineFont4(
        id: CharacterID, name: String, isBold: Bool = false, isItalic: Bool = false, openType: [UInt8]?
    ) {
        tag(.defineFont4) {
            $0.u16(id)
            $0.u8((openType == nil ? 0 : 4) | (isItalic ? 2 : 0) | (isBold ? 1 : 0))
            $0.string(name)
            $0.bytes(openType ?? [])
        }
    }

    /// DefineText or 2.
    public mutating func defineText(_ text: DefineText) {
        tag(text.version == 1 ? .defineText : .defineText2) { $0.text(text) }
    }

    public mutating func defineEditText(_ text: DefineEditText) {
        tag(.defineEditText) { $0.editText(text) }
    }

    public mutating func csmTextSettings(_ settings: CSMTextSettings) {
        tag(.csmTextSettings) {
            $0.u16(settings.id)
            $0.ubits(settings.usesAdvancedAntiAliasing ? 1 : 0, 2)
            $0.ubits(UInt32(settings.gridFit), 3)
            $0.ubits(0, 3)
            $0.float(settings.thickness)
            $0.float(settings.sharpness)
            $0.u8(0)
        }
    }
}

extension ByteWriter {
    fileprivate mutating func code(_ code: UInt16, isWide: Bool) {
        if isWide { u16(code) } else { u8(UInt8(truncatingIfNeeded: code)) }
    }

    /// DefineFont's: offsets of 16 bits, then shapes.
    fileprivate mutating func glyphTable(_ glyphs: [FontGlyph]) {
        var shapes = ByteWriter()
        for glyph in glyphs {
            u16(UInt16(glyphs.count * 2 + shapes.count))
            shapes.glyphRecords(glyph.records)
        }
        bytes(shapes.bytes)
    }

    fileprivate mutating func font(_ font: DefineFont, _ options: FontLayoutOptions) {
        let isWide = options.hasWideCodes || font.version >= 3 || font.glyphs.contains { $0.code > 0xFF }
        for flag in [
            font.layout != nil, font.isShiftJIS, font.isSmallText, font.isANSI, options.hasWideOffsets, isWide,
            font.isItalic, font.isBold,
        ] {
            bit(flag)
        }
        u8(font.language)
        u8(UInt8(font.name.bytes.count))
        bytes(font.name.bytes)
        u16(UInt16(font.glyphs.count))
        if !font.glyphs.isEmpty || options.hasEmptyCodeTableOffset {
            wideGlyphTable(font.glyphs, hasWideOffsets: options.hasWideOffsets)
        }
        for glyph in font.glyphs { code(glyph.code, isWide: isWide) }
        if let layout = font.layout { self.layout(layout, font.glyphs, isWide: isWide) }
    }

    /// Offsets, the offset of the code table, then shapes.
    private mutating func wideGlyphTable(_ glyphs: [FontGlyph], hasWideOffsets: Bool) {
        let tableSize = (glyphs.count + 1) * (hasWideOffsets ? 4 : 2)
        var offsets = [tableSize]
        var shapes = ByteWriter()
        for glyph in glyphs {
            shapes.glyphRecords(glyph.records)
            offsets.append(tableSize + shapes.count)
        }
        for offset in offsets {
            if hasWideOffsets { u32(UInt32(offset)) } else { u16(UInt16(offset)) }
        }
        bytes(shapes.bytes)
    }

    private mutating func layout(_ layout: FontLayout, _ glyphs: [FontGlyph], isWide: Bool) {
        u16(layout.ascent)
        u16(layout.descent)
        s16(layout.leading)
        for glyph in glyphs { u16(glyph.advance ?? 0) }
        for glyph in glyphs { rect(glyph.bounds ?? TwipsRect(xMin: 0, xMax: 0, yMin: 0, yMax: 0)) }
        u16(UInt16(layout.kerning.count))
        for pair in layout.kerning {
            code(pair.left, isWide: isWide)
            code(pair.right, isWide: isWide)
            s16(pair.adjustment)
        }
    }

    fileprivate mutating func text(_ text: DefineText) {
        u16(text.id)
        rect(text.bounds)
        matrix(text.matrix)
        let glyphs = text.records.flatMap(\.glyphs)
        let glyphBits = glyphs.map { Self.width($0.index) }.max() ?? 0
        let advanceBits = glyphs.map { Self.width($0.advance) }.max() ?? 0
        u8(UInt8(glyphBits))
        u8(UInt8(advanceBits))
        for record in text.records {
            textRecordHead(record, version: text.version)
            u8(UInt8(record.glyphs.count))
            for glyph in record.glyphs {
                ubits(glyph.index, glyphBits)
                sbits(glyph.advance, advanceBits)
            }
            align()
        }
        u8(0)
    }

    private mutating func textRecordHead(_ record: TextRecord, version: UInt8) {
        ubits(0b1000, 4)
        for flag in [record.font != nil, record.color != nil, record.yOffset != nil, record.xOffset != nil] {
            bit(flag)
        }
        if let font = record.font { u16(font) }
        if let color = record.color {
            if version >= 2 { rgba(color) } else { rgb(color) }
        }
        if let offset = record.xOffset { s16(offset) }
        if let offset = record.yOffset { s16(offset) }
        // A font and its height come together.
        if record.font != nil { u16(record.height ?? 240) }
    }

    fileprivate mutating func editText(_ text: DefineEditText) {
        u16(text.id)
        rect(text.bounds)
        u8(UInt8(text.flags.rawValue >> 8))
        u8(UInt8(truncatingIfNeeded: text.flags.rawValue))
        if let font = text.font { u16(font) }
        if let name = text.fontClass { string(name) }
        if let height = text.fontHeight { u16(height) }
        if let color = text.color { rgba(color) }
        if let length = text.maxLength { u16(length) }
        if let layout = text.layout {
            u8(layout.align)
            for value in [layout.leftMargin, layout.rightMargin, layout.indent] { u16(value) }
            s16(layout.leading)
        }
        string(text.variableName)
        if let initial = text.initialText { string(initial) }
    }
}
