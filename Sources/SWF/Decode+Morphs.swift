import Base

/// Morph shapes: every style stands once with its start and once with its end. Spec: SWF 19, pp. 136–146.
extension ByteReader {
    mutating func defineMorphShape(version: UInt8, swfVersion: UInt8) throws(DecodeError) -> DefineMorphShape {
        let format = ShapeFormat(version: version, swfVersion: swfVersion)
        let id = try u16()
        let (startBounds, endBounds) = (try rect(), try rect())
        var morph = DefineMorphShape(
            version: version, id: id, startBounds: startBounds, endBounds: endBounds, startEdgeBounds: startBounds,
            endEdgeBounds: endBounds, start: ShapeStyles(), end: ShapeStyles(), startRecords: [], endRecords: [])
        if version >= 2 {
            morph.startEdgeBounds = try rect()
            morph.endEdgeBounds = try rect()
            // Which kinds of strokes there are; the strokes say it too.
            try skip(1)
        }
        let offset = Int(try u32())
        let endOfStart = position + offset
        guard morphStyles(format, into: &morph) else { return morph }
        let edges = ShapeFormat(version: 1, swfVersion: swfVersion)
        let start = shapeRecords(edges)
        morph.startRecords = start.records
        // The end edges follow the start edges. The offset only helps where these have no end.
        if !start.isComplete { seek(to: endOfStart) }
        morph.endRecords = shapeRecords(edges).records
        return morph
    }

    /// Returns whether the lists were whole.
    private mutating func morphStyles(_ format: ShapeFormat, into morph: inout DefineMorphShape) -> Bool {
        guard let fillCount = try? morphStyleCount() else { return false }
        let fills = list(upTo: fillCount) { reader throws(DecodeError) in try reader.morphFillStyle(format) }
        morph.start.fills = fills.map(\.start)
        morph.end.fills = fills.map(\.end)
        guard fills.count == fillCount, let lineCount = try? morphStyleCount() else { return false }
        let lines = list(upTo: lineCount) { reader throws(DecodeError) in
            format.version >= 2 ? try reader.morphLineStyle2(format) : try reader.morphLineStyle()
        }
        morph.start.lines = lines.map(\.start)
        morph.end.lines = lines.map(\.end)
        return lines.count == lineCount
    }

    private mutating func morphStyleCount() throws(DecodeError) -> Int {
        let count = try u8()
        return count == 0xFF ? Int(try u16()) : Int(count)
    }

    private mutating func morphFillStyle(
        _ format: ShapeFormat
    ) throws(DecodeError) -> (start: FillStyle, end: FillStyle) {
        let offset = position
        let kind = try u8()
        switch kind {
        case 0x00: return (.solid(try rgba()), .solid(try rgba()))
        case 0x10:
            let (startMatrix, endMatrix) = (try matrix(), try matrix())
            let (start, end) = try morphGradient()
            return (.linearGradient(start, startMatrix), .linearGradient(end, endMatrix))
        case 0x12:
            let (startMatrix, endMatrix) = (try matrix(), try matrix())
            let (start, end) = try morphGradient()
            return (.radialGradient(start, startMatrix), .radialGradient(end, endMatrix))
        case 0x13:
            let (startMatrix, endMatrix) = (try matrix(), try matrix())
            let (start, end) = try morphGradient()
            return (
                .focalGradient(start, startMatrix, focalPoint: try fixed8()),
                .focalGradient(end, endMatrix, focalPoint: try fixed8())
            )
        case 0x40...0x43:
            let bits = BitmapFillBits(kind, format)
            let id = try u16()
            return (
                .bitmap(id, try matrix(), isSmoothed: bits.isSmoothed, isRepeating: bits.isRepeating),
                .bitmap(id, try matrix(), isSmoothed: bits.isSmoothed, isRepeating: bits.isRepeating)
            )
        default: throw .badValue(field: "MorphFillStyleType", value: Int(kind), offset: offset)
        }
    }

    private mutating func morphGradient() throws(DecodeError) -> (start: Gradient, end: Gradient) {
        var (start, count) = Gradient.head(try u8())
        var end = start
        for _ in 0..<count {
            start.stops.append(GradientStop(ratio: try u8(), color: try rgba()))
            end.stops.append(GradientStop(ratio: try u8(), color: try rgba()))
        }
        return (start, end)
    }

    private mutating func morphLineStyle() throws(DecodeError) -> (start: LineStyle, end: LineStyle) {
        let (startWidth, endWidth) = (try u16(), try u16())
        return (
            LineStyle(width: startWidth, fill: .solid(try rgba())), LineStyle(width: endWidth, fill: .solid(try rgba()))
        )
    }

    private mutating func morphLineStyle2(
        _ format: ShapeFormat
    ) throws(DecodeError) -> (start: LineStyle, end: LineStyle) {
        var start = LineStyle(width: try u16(), fill: .solid(.black))
        let endWidth = try u16()
        let hasFill = try lineFlags(into: &start)
        var end = start
        end.width = endWidth
        if hasFill {
            (start.fill, end.fill) = try morphFillStyle(format)
        } else {
            start.fill = .solid(try rgba())
            end.fill = .solid(try rgba())
        }
        return (start, end)
    }
}
