import Base

/// What the layout of a shape's records depends on.
struct ShapeFormat {
    /// 1 to 4, of the DefineShape tag. Glyphs and morphs have layout 1 for their edges.
    var version: UInt8
    /// Of the file.
    var swfVersion: UInt8

    /// Colours have alpha from DefineShape3 on.
    var hasAlpha: Bool { version >= 3 }
    /// A count of 255 means that 16 bits follow, from DefineShape2 on.
    var hasLongCounts: Bool { version >= 2 }
    /// Until SWF 7 Flash draws bitmap fills unsmoothed whatever their type says.
    var canSmoothBitmaps: Bool { swfVersion >= 8 }
}

extension ByteReader {
    mutating func defineShape(version: UInt8, swfVersion: UInt8) throws(DecodeError) -> DefineShape {
        let format = ShapeFormat(version: version, swfVersion: swfVersion)
        let id = try u16()
        let bounds = try rect()
        var shape = DefineShape(
            version: version, id: id, bounds: bounds, edgeBounds: bounds, usesFillWindingRule: false,
            styles: ShapeStyles(), records: [])
        if version >= 4 {
            shape.edgeBounds = try rect()
            // Bit 2; bits 1 and 0 say which kinds of strokes there are, which the strokes themselves say too.
            shape.usesFillWindingRule = try u8() & 4 != 0
        }
        if shapeStyles(format, into: &shape.styles) { shape.records = shapeRecords(format).records }
        return shape
    }

    // MARK: Styles

    /// Adds the fill and line styles that stand here. Returns whether the lists were whole.
    private mutating func shapeStyles(_ format: ShapeFormat, into styles: inout ShapeStyles) -> Bool {
        guard let fillCount = try? styleCount(format) else { return false }
        styles.fills = list(upTo: fillCount) { reader throws(DecodeError) in try reader.fillStyle(format) }
        guard styles.fills.count == fillCount, let lineCount = try? styleCount(format) else { return false }
        styles.lines = list(upTo: lineCount) { reader throws(DecodeError) in
            format.version >= 4 ? try reader.lineStyle2(format) : try reader.lineStyle(format)
        }
        return styles.lines.count == lineCount
    }

    private mutating func styleCount(_ format: ShapeFormat) throws(DecodeError) -> Int {
        let count = try u8()
        return count == 0xFF && format.hasLongCounts ? Int(try u16()) : Int(count)
    }

    private mutating func color(_ format: ShapeFormat) throws(DecodeError) -> RGBA {
        format.hasAlpha ? try rgba() : try rgb()
    }

    /// FILLSTYLE. Spec: SWF 19, p. 122.
    private mutating func fillStyle(_ format: ShapeFormat) throws(DecodeError) -> FillStyle {
        let offset = position
        let kind = try u8()
        switch kind {
        case 0x00: return .solid(try color(format))
        case 0x10:
            let matrix = try matrix()
            return .linearGradient(try gradient(format), matrix)
        case 0x12:
            let matrix = try matrix()
            return .radialGradient(try gradient(format), matrix)
        case 0x13:
            let matrix = try matrix()
            let gradient = try gradient(format)
            return .focalGradient(gradient, matrix, focalPoint: try fixed8())
        case 0x40...0x43:
            let bits = BitmapFillBits(kind, format)
            return .bitmap(try u16(), try matrix(), isSmoothed: bits.isSmoothed, isRepeating: bits.isRepeating)
        default: throw .badValue(field: "FillStyleType", value: Int(kind), offset: offset)
        }
    }

    /// GRADIENT and FOCALGRADIENT up to the focal point. Spec: SWF 19, p. 135.
    private mutating func gradient(_ format: ShapeFormat) throws(DecodeError) -> Gradient {
        var (gradient, count) = Gradient.head(try u8())
        for _ in 0..<count {
            gradient.stops.append(GradientStop(ratio: try u8(), color: try color(format)))
        }
        return gradient
    }

    private mutating func lineStyle(_ format: ShapeFormat) throws(DecodeError) -> LineStyle {
        LineStyle(width: try u16(), fill: .solid(try color(format)))
    }

    private mutating func lineStyle2(_ format: ShapeFormat) throws(DecodeError) -> LineStyle {
        var style = LineStyle(width: try u16(), fill: .solid(.black))
        let hasFill = try lineFlags(into: &style)
        style.fill = hasFill ? try fillStyle(format) : .solid(try rgba())
        return style
    }

    /// The flags of LINESTYLE2 and MORPHLINESTYLE2 and the miter limit behind them. Returns HasFillFlag.
    ///
    ///     startCap 2  join 2  hasFill 1  noHScale 1  noVScale 1  pixelHinting 1 | reserved 5  noClose 1  endCap 2
    mutating func lineFlags(into style: inout LineStyle) throws(DecodeError) -> Bool {
        let first = try u8()
        let second = try u8()
        style.startCap = LineCap(rawValue: first >> 6) ?? .round
        style.endCap = LineCap(rawValue: second & 3) ?? .round
        style.noHScale = first & 4 != 0
        style.noVScale = first & 2 != 0
        style.pixelHinting = first & 1 != 0
        style.noClose = second & 4 != 0
        switch first >> 4 & 3 {
        case 1: style.join = .bevel
        case 2: style.join = .miter(limit: Double(try u16()) / 256)
        default: style.join = .round
        }
        return first & 8 != 0
    }

    // MARK: Records

    /// SHAPE, or the second half of SHAPEWITHSTYLE: the widths of style numbers, then records up to the end record.
    /// `isComplete` is false where the data ended first.
    mutating func shapeRecords(_ format: ShapeFormat) -> (records: [ShapeRecord], isComplete: Bool) {
        align()
        var cursor = ShapeCursor(format: format, fillBits: 0, lineBits: 0)
        var records: [ShapeRecord] = []
        do {
            try cursor.readWidths(&self)
            while let record = try cursor.next(&self) { records.append(record) }
            align()
            return (records, true)
        } catch {
            if let last = cursor.incomplete { records.append(last) }
            align()
            return (records, false)
        }
    }

    /// Reads the new style lists of a style change; nil where they are cut short.
    fileprivate mutating func newStyles(_ format: ShapeFormat) -> (styles: ShapeStyles, isComplete: Bool) {
        align()
        var styles = ShapeStyles()
        let isComplete = shapeStyles(format, into: &styles)
        return (styles, isComplete)
    }
}

/// Where a reader of SHAPERECORDs is. Spec: SWF 19, pp. 126–130.
private struct ShapeCursor {
    let format: ShapeFormat
    /// Widths of fill and line numbers; new styles change them.
    var fillBits, lineBits: Int
    /// A style change whose new styles were cut short: what was read of it.
    var incomplete: ShapeRecord?

    mutating func readWidths(_ reader: inout ByteReader) throws(DecodeError) {
        fillBits = Int(try reader.ubits(4))
        lineBits = Int(try reader.ubits(4))
    }

    /// The next record, nil at the end record.
    mutating func next(_ reader: inout ByteReader) throws(DecodeError) -> ShapeRecord? {
        if try reader.bit() { return try edge(&reader) }
        let flags = try reader.ubits(5)
        return flags == 0 ? nil : .styleChange(try styleChange(flags, &reader))
    }

    private func edge(_ reader: inout ByteReader) throws(DecodeError) -> ShapeRecord {
        let isStraight = try reader.bit()
        let count = Int(try reader.ubits(4)) + 2
        if !isStraight {
            return .curve(
                controlDX: try reader.sbits(count), controlDY: try reader.sbits(count),
                anchorDX: try reader.sbits(count), anchorDY: try reader.sbits(count))
        }
        if try reader.bit() { return .line(dx: try reader.sbits(count), dy: try reader.sbits(count)) }
        let isVertical = try reader.bit()
        let delta = try reader.sbits(count)
        return isVertical ? .line(dx: 0, dy: delta) : .line(dx: delta, dy: 0)
    }

    /// `flags`, high to low: new styles, line, fill 1, fill 0, move. New styles are for DefineShape2 and later by the
    /// specification; Flash takes them in DefineShape too.
    private mutating func styleChange(
        _ flags: UInt32, _ reader: inout ByteReader
    ) throws(DecodeError) -> StyleChange {
        var change = StyleChange()
        if flags & 1 != 0 {
            let count = Int(try reader.ubits(5))
            change.moveTo = TwipsPoint(x: try reader.sbits(count), y: try reader.sbits(count))
        }
        if flags & 2 != 0 { change.fill0 = try reader.ubits(fillBits) }
        if flags & 4 != 0 { change.fill1 = try reader.ubits(fillBits) }
        if flags & 8 != 0 { change.line = try reader.ubits(lineBits) }
        if flags & 16 != 0 {
            let (styles, isComplete) = reader.newStyles(format)
            change.newStyles = styles
            guard isComplete else {
                incomplete = .styleChange(change)
                throw .endOfData(offset: reader.position)
            }
            try readWidths(&reader)
        }
        return change
    }
}

extension Gradient {
    /// A gradient without stops and the number of stops, from spread (2 bits), interpolation (2) and count (4).
    /// Reserved values count as `pad` and `rgb`.
    static func head(_ byte: UInt8) -> (Gradient, Int) {
        let gradient = Gradient(
            stops: [], spread: GradientSpread(rawValue: byte >> 6) ?? .pad,
            interpolation: GradientInterpolation(rawValue: byte >> 4 & 3) ?? .rgb)
        return (gradient, Int(byte & 0x0F))
    }
}

/// The two low bits of a bitmap fill's type, which say what is *not* done.
struct BitmapFillBits {
    var isSmoothed, isRepeating: Bool

    init(_ kind: UInt8, _ format: ShapeFormat) {
        isSmoothed = kind & 2 == 0 && format.canSmoothBitmaps
        isRepeating = kind & 1 == 0
    }
}
