import CHarfBuzz

/// A glyph of shaped text. Lengths are ems; y grows downwards.
public struct ShapedGlyph {
    public var face: StyledFace
    public var glyph: UInt32
    /// The first unit of what it stands for, from the start of the text.
    public var unit: Int
    /// From the left side of all that its unit stands for, and from the baseline.
    public var x, y: Double
}

/// Text whose letters depend on their neighbours, as glyphs.
public struct ShapedText {
    public internal(set) var glyphs: [ShapedGlyph] = []
    /// Of each unit of the range. What becomes one glyph has its advance at its first unit.
    public internal(set) var advances: [Double] = []
    /// Whether a font had each unit.
    public internal(set) var isKnown: [Bool] = []
}

/// Puts text into glyphs where a character's glyph does not say it all: joined, stacked and reordered writing, marks, and
/// emoji that are made of several characters. HarfBuzz does the work.
public enum TextShaper {
    /// Whether a character's look depends on its neighbours.
    public static func needsShaping(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ..<0x0590: false
        // Hebrew to Mongolian without Georgian, Hangul, Ethiopic, Cherokee, Canadian, Ogham and Runic.
        case 0x0590...0x109F, 0x1700...0x18AF, 0x1900...0x1AAF, 0x1B00...0x1CFF: true
        case 0xA800...0xA8FF, 0xA930...0xA95F, 0xA980...0xAAFF, 0xABC0...0xABFF: true
        case 0xFB1D...0xFDFF, 0xFE70...0xFEFC: true
        // Joiners and variation selectors.
        case 0x200C...0x200F, 0xFE00...0xFE0F, 0x20E3, 0xE0000...0xE01EF: true
        // Emoji: pictures that join, turn colour or become flags.
        case 0x1F000...0x1FAFF: true
        // Writing of the first supplementary plane.
        case 0x10800...0x10FFF, 0x11000...0x11FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    /// Whether units begin with a key of a telephone: a digit, `#` or `*`, the wish for a picture (U+FE0F), and the mark
    /// that makes a key of what is before it (U+20E3).
    public static func isKeycap(_ units: ArraySlice<UInt16>) -> Bool {
        guard units.count >= 3 else { return false }
        let (base, start) = (units[units.startIndex], units.startIndex)
        return (0x30...0x39).contains(base) || base == 0x23 || base == 0x2A
            ? units[start + 1] == 0xFE0F && units[start + 2] == 0x20E3 : false
    }

    /// What the font of pictures has and no other: by this its font is found.
    private static let picture: UInt32 = 0x1F600

    /// Shapes a range of a text in fonts of a list. The text around it says how its ends join.
    public static func shape(
        _ units: [UInt16], in range: Range<Int>, fonts list: any FontList, isRightToLeft: Bool
    ) -> ShapedText {
        var result = ShapedText()
        result.advances = Array(repeating: 0, count: range.count)
        result.isKnown = Array(repeating: false, count: range.count)
        for item in items(units, in: range, fonts: list) {
            shape(units, item, isRightToLeft: isRightToLeft, from: range.lowerBound, into: &result)
        }
        return result
    }

    /// A stretch in one font and one script.
    private struct Item {
        var range: Range<Int>
        var face: StyledFace
        var script: hb_script_t
    }

    private static func items(_ units: [UInt16], in range: Range<Int>, fonts list: any FontList) -> [Item] {
        let unicode = hb_unicode_funcs_get_default()
        var items: [Item] = []
        var index = range.lowerBound
        while index < range.upperBound {
            var scalar = UInt32(units[index])
            var length = 1
            if scalar & 0xFC00 == 0xD800, index + 1 < range.upperBound, units[index + 1] & 0xFC00 == 0xDC00 {
                scalar = 0x10000 + ((scalar & 0x3FF) << 10 | UInt32(units[index + 1] & 0x3FF))
                length = 2
            }
            defer { index += length }
            if isKeycap(units[index..<range.upperBound]), let face = list.face(with: picture),
                face.face.isPictures, face.face.glyph(of: scalar) != nil
            {
                // The font of the text has the digit too, but no key.
                items.append(Item(range: index..<(index + 3), face: face, script: HB_SCRIPT_COMMON))
                length = 3
                continue
            }
            let last = items.indices.last.flatMap { items[$0].range.upperBound == index ? $0 : nil }
            var script = hb_unicode_script(unicode, scalar)
            let isShared = script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED
            // Marks and joiners belong to what they follow, whatever font has them.
            let isAttached = isShared && isAttached(hb_unicode_general_category(unicode, scalar), scalar)
            if let last {
                if isShared { script = items[last].script }
                let stays = isAttached || items[last].face.face.glyph(of: scalar) != nil
                if stays && (script == items[last].script || items[last].script == HB_SCRIPT_COMMON) {
                    items[last].range = items[last].range.lowerBound..<(index + length)
                    items[last].script = script
                    continue
                }
            }
            guard let face = list.face(with: scalar) else { continue }
            items.append(Item(range: index..<(index + length), face: face, script: script))
        }
        return items
    }

    private static func isAttached(_ category: hb_unicode_general_category_t, _ scalar: UInt32) -> Bool {
        switch category {
        case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK,
            HB_UNICODE_GENERAL_CATEGORY_FORMAT:
            true
        // Colours of skin.
        default: (0x1F3FB...0x1F3FF).contains(scalar)
        }
    }

    private static func shape(
        _ units: [UInt16], _ item: Item, isRightToLeft: Bool, from start: Int, into result: inout ShapedText
    ) {
        guard let font = item.face.face.shaper, let count = Int32(exactly: units.count),
            let buffer = hb_buffer_create()
        else { return }
        defer { hb_buffer_destroy(buffer) }
        units.withUnsafeBufferPointer {
            hb_buffer_add_utf16(
                buffer, $0.baseAddress, count, UInt32(item.range.lowerBound), Int32(item.range.count))
        }
        hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, item.script)
        hb_buffer_guess_segment_properties(buffer)
        hb_shape(font, buffer, nil, 0)
        var glyphCount: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &glyphCount),
            let positions = hb_buffer_get_glyph_positions(buffer, &glyphCount)
        else { return }
        let unitsPerEm = Double(max(1, hb_face_get_upem(hb_font_get_face(font))))
        var pen = 0.0
        var cluster: UInt32?
        for index in 0..<Int(glyphCount) {
            let unit = Int(infos[index].cluster)
            guard item.range.contains(unit) else { continue }
            // Glyphs of one cluster follow one another from left to right.
            if cluster != infos[index].cluster { (cluster, pen) = (infos[index].cluster, 0) }
            // What the font does not have takes no place.
            if infos[index].codepoint == 0 { continue }
            result.glyphs.append(
                ShapedGlyph(
                    face: item.face, glyph: infos[index].codepoint, unit: unit,
                    x: (pen + Double(positions[index].x_offset)) / unitsPerEm,
                    y: -Double(positions[index].y_offset) / unitsPerEm))
            pen += Double(positions[index].x_advance)
            result.advances[unit - start] += Double(positions[index].x_advance) / unitsPerEm
            result.isKnown[unit - start] = true
        }
    }
}
