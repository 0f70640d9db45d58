import Base

/// Static and editable text. Spec: SWF 19, pp. 171–175 and 181–184.
extension ByteReader {
    mutating func defineText(version: UInt8) throws(DecodeError) -> DefineText {
        // Glyphs of zero bits cost nothing in the file, so their number has a limit of its own.
        var glyphBudget = 256 + 8 * remaining
        let (id, bounds, matrix) = (try u16(), try rect(), try matrix())
        let glyphBits = Int(try u8())
        let advanceBits = Int(try u8())
        var text = DefineText(version: version, id: id, bounds: bounds, matrix: matrix, records: [])
        do {
            while glyphBudget > 0, var record = try textRecordHead(hasAlpha: version >= 2) {
                let count = Int(try u8())
                record.glyphs = list(upTo: min(count, glyphBudget)) { reader throws(DecodeError) in
                    TextGlyph(index: try reader.ubits(glyphBits), advance: try reader.sbits(advanceBits))
                }
                align()
                glyphBudget -= record.glyphs.count
                text.records.append(record)
            }
        } catch {
            // Cut short: the records that are there show.
        }
        return text
    }

    /// TEXTRECORD up to the number of glyphs; nil at the zero byte that ends the list.
    private mutating func textRecordHead(hasAlpha: Bool) throws(DecodeError) -> TextRecord? {
        let flags = try u8()
        if flags == 0 { return nil }
        var record = TextRecord(glyphs: [])
        if flags & 8 != 0 { record.font = try u16() }
        if flags & 4 != 0 { record.color = hasAlpha ? try rgba() : try rgb() }
        if flags & 1 != 0 { record.xOffset = try s16() }
        if flags & 2 != 0 { record.yOffset = try s16() }
        if flags & 8 != 0 { record.height = try u16() }
        return record
    }

    mutating func defineEditText() throws(DecodeError) -> DefineEditText {
        let (id, bounds) = (try u16(), try rect())
        let flags = EditTextFlags(rawValue: UInt16(try u8()) << 8 | UInt16(try u8()))
        var text = DefineEditText(id: id, bounds: bounds, flags: flags, variableName: SWFString([]))
        do {
            try readEditTextFields(into: &text)
        } catch {
            // Cut short: the field exists with what was read.
        }
        return text
    }

    private mutating func readEditTextFields(into text: inout DefineEditText) throws(DecodeError) {
        let flags = text.flags
        if flags.contains(.hasFont) { text.font = try u16() }
        if flags.contains(.hasFontClass) { text.fontClass = try string() }
        if flags.contains(.hasFont) || flags.contains(.hasFontClass) { text.fontHeight = try u16() }
        if flags.contains(.hasTextColor) { text.color = try rgba() }
        if flags.contains(.hasMaxLength) { text.maxLength = try u16() }
        if flags.contains(.hasLayout) {
            text.layout = EditTextLayout(
                align: try u8(), leftMargin: try u16(), rightMargin: try u16(), indent: try u16(), leading: try s16())
        }
        text.variableName = try string()
        if flags.contains(.hasText) { text.initialText = try string() }
    }

    mutating func csmTextSettings() throws(DecodeError) -> CSMTextSettings {
        let id = try u16()
        let flags = try u8()
        return CSMTextSettings(
            id: id, usesAdvancedAntiAliasing: flags >> 6 != 0, gridFit: flags >> 3 & 7, thickness: try float(),
            sharpness: try float())
    }
}
