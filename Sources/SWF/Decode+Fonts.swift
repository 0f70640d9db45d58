import Base

/// Fonts. Spec: SWF 19, pp. 155–175.
extension ByteReader {
    /// DefineFont: as many offsets as the first says (it is two bytes for each), then shapes.
    mutating func defineFont() throws(DecodeError) -> DefineFont {
        let id = try u16()
        let table = position
        guard let first = try? u16() else {
            return DefineFont(version: 1, id: id, name: SWFString([]), glyphs: [])
        }
        let others = list(upTo: Int(first / 2) - 1) { reader throws(DecodeError) in Int(try reader.u16()) }
        let outlines = glyphOutlines(table: table, offsets: [Int(first)] + others, limit: end)
        return DefineFont(
            version: 1, id: id, name: SWFString([]), glyphs: outlines.map { FontGlyph(records: $0, code: 0) })
    }

    /// DefineFont2 and 3.
    mutating func defineFont(version: UInt8) throws(DecodeError) -> DefineFont {
        let id = try u16()
        let flags = FontFlags(rawValue: try u8())
        let language = try u8()
        let nameLength = Int(try u8())
        // Some writers count the zero that ends a text elsewhere as a part of the name.
        let name = SWFString(Array(try string(count: nameLength).bytes.prefix { $0 != 0 }))
        var font = DefineFont(version: version, id: id, name: name, glyphs: [])
        font.language = language
        font.isBold = flags.contains(.bold)
        font.isItalic = flags.contains(.italic)
        font.isSmallText = flags.contains(.smallText)
        font.isShiftJIS = flags.contains(.shiftJIS)
        font.isANSI = flags.contains(.ansi)
        guard let count = try? u16() else { return font }
        readGlyphs(count: Int(count), flags, into: &font)
        if flags.contains(.hasLayout) { try? readLayout(flags, into: &font) }
        return font
    }

    private mutating func fontOffset(_ flags: FontFlags) throws(DecodeError) -> Int {
        flags.contains(.wideOffsets) ? Int(try u32()) : Int(try u16())
    }

    /// Offset table, place of the code table, shapes and codes.
    private mutating func readGlyphs(count: Int, _ flags: FontFlags, into font: inout DefineFont) {
        let table = position
        guard count > 0 else {
            // A font without glyphs may or may not have the place of its code table.
            _ = try? fontOffset(flags)
            return
        }
        let offsets = list(upTo: count) { reader throws(DecodeError) in try reader.fontOffset(flags) }
        guard let codeTable = try? fontOffset(flags) else { return }
        // A broken place of the code table loses the codes, not the shapes.
        let codes = table + codeTable > position ? min(table + codeTable, end) : end
        font.glyphs = glyphOutlines(table: table, offsets: offsets, limit: codes).map {
            FontGlyph(records: $0, code: 0)
        }
        seek(to: codes)
        for index in font.glyphs.indices {
            guard let code = try? characterCode(flags) else { return }
            font.glyphs[index].code = code
        }
    }

    private mutating func characterCode(_ flags: FontFlags) throws(DecodeError) -> UInt16 {
        flags.contains(.wideCodes) ? try u16() : UInt16(try u8())
    }

    /// The shapes at `offsets` from `table`, none of which may reach beyond `limit`. A place that is out of range gives
    /// an empty glyph, and so does an empty stretch between two places.
    private func glyphOutlines(table: Int, offsets: [Int], limit: Int) -> [[ShapeRecord]] {
        let format = ShapeFormat(version: 1, swfVersion: 1)
        // Glyphs may share their shape, but not so that a small file makes a large font.
        var budget = 4 * (end - table)
        return offsets.indices.map { index in
            let start = table + offsets[index]
            let next = index + 1 < offsets.count ? table + offsets[index + 1] : limit
            guard start < limit, next != start, budget > 0 else { return [] }
            var reader = ByteReader(bytes, in: start..<min(limit, start + budget))
            let records = reader.shapeRecords(format).records
            budget -= reader.position - start
            return records
        }
    }

    private mutating func readLayout(_ flags: FontFlags, into font: inout DefineFont) throws(DecodeError) {
        font.layout = FontLayout(ascent: try u16(), descent: try u16(), leading: try s16(), kerning: [])
        for index in font.glyphs.indices { font.glyphs[index].advance = try u16() }
        for index in font.glyphs.indices { font.glyphs[index].bounds = try rect() }
        let count = Int(try u16())
        font.layout?.kerning = list(upTo: count) { reader throws(DecodeError) in
            KerningRecord(
                left: try reader.characterCode(flags), right: try reader.characterCode(flags),
                adjustment: try reader.s16())
        }
    }

    /// Version 2 has a language and always 16-bit codes.
    mutating func defineFontInfo(version: UInt8) throws(DecodeError) -> DefineFontInfo {
        let id = try u16()
        let nameLength = Int(try u8())
        var info = DefineFontInfo(version: version, id: id, name: try string(count: nameLength), codes: [])
        let flags = try u8()
        info.isSmallText = flags & 0x20 != 0
        info.isShiftJIS = flags & 0x10 != 0
        info.isANSI = flags & 0x08 != 0
        info.isItalic = flags & 0x04 != 0
        info.isBold = flags & 0x02 != 0
        if version >= 2 { info.language = try u8() }
        let isWide = version >= 2 || flags & 0x01 != 0
        info.codes = list { reader throws(DecodeError) in isWide ? try reader.u16() : UInt16(try reader.u8()) }
        return info
    }

    mutating func defineFontAlignZones() throws(DecodeError) -> DefineFontAlignZones {
        DefineFontAlignZones(
            id: try u16(), tableHint: try u8() >> 6,
            zones: list { reader throws(DecodeError) in try reader.glyphAlignZone() })
    }

    /// ZONERECORD: a count (always 2), that many pairs of place and size, a mask with Y in bit 1 and X in bit 0.
    private mutating func glyphAlignZone() throws(DecodeError) -> GlyphAlignZone {
        let count = Int(try u8())
        var zone = GlyphAlignZone(coordinates: [], ranges: [], hasX: false, hasY: false)
        for _ in 0..<count {
            zone.coordinates.append(try float16())
            zone.ranges.append(try float16())
        }
        let mask = try u8()
        zone.hasX = mask & 1 != 0
        zone.hasY = mask & 2 != 0
        return zone
    }

    /// FLOAT16: sign, five bits of exponent with a bias of 16 (not IEEE's 15), ten of mantissa. Spec: SWF 19, p. 13.
    mutating func float16() throws(DecodeError) -> Float {
        let bits = try u16()
        let sign: FloatingPointSign = bits & 0x8000 != 0 ? .minus : .plus
        let exponent = Int(bits >> 10 & 0x1F)
        let fraction = Float(bits & 0x3FF) / 1024
        return exponent == 0
            ? Float(sign: sign, exponent: -15, significand: fraction)
            : Float(sign: sign, exponent: exponent - 16, significand: 1 + fraction)
    }

    mutating func defineFontName() throws(DecodeError) -> Tag {
        let id = try u16()
        return .defineFontName(id: id, name: try string(), copyright: (try? string()) ?? SWFString([]))
    }

    mutating func defineFont4() throws(DecodeError) -> DefineFont4 {
        let id = try u16()
        let flags = try u8()
        let name = try string()
        return DefineFont4(
            id: id, name: name, isBold: flags & 1 != 0, isItalic: flags & 2 != 0,
            data: flags & 4 != 0 ? takeRest() : nil)
    }
}

/// The flags of DefineFont2 and 3.
private struct FontFlags: OptionSet {
    let rawValue: UInt8
    static let bold = FontFlags(rawValue: 1 << 0)
    static let italic = FontFlags(rawValue: 1 << 1)
    static let wideCodes = FontFlags(rawValue: 1 << 2)
    static let wideOffsets = FontFlags(rawValue: 1 << 3)
    static let ansi = FontFlags(rawValue: 1 << 4)
    static let smallText = FontFlags(rawValue: 1 << 5)
    static let shiftJIS = FontFlags(rawValue: 1 << 6)
    static let hasLayout = FontFlags(rawValue: 1 << 7)
}
