import Base
import SWF

extension SWFWriter {
    /// A DefineShape3 of one fill and one stroke around `path`.
    public mutating func defineShape(
        id: CharacterID, _ path: ShapePath, fill: FillStyle? = nil, line: LineStyle? = nil
    ) {
        let styles = ShapeStyles(fills: fill.map { [$0] } ?? [], lines: line.map { [$0] } ?? [])
        let start = StyleChange(fill1: fill == nil ? nil : 1, line: line == nil ? nil : 1)
        var bounds = path.bounds
        if let line {
            let margin = Int32(line.width / 2)
            bounds = TwipsRect(
                xMin: bounds.xMin - margin, xMax: bounds.xMax + margin, yMin: bounds.yMin - margin,
                yMax: bounds.yMax + margin)
        }
        defineShape(
            DefineShape(
                version: 3, id: id, bounds: bounds, edgeBounds: path.bounds, usesFillWindingRule: false,
                styles: styles, records: [.styleChange(start)] + path.records))
    }

    /// DefineShape of any version.
    public mutating func defineShape(_ shape: DefineShape) {
        let codes: [TagCode] = [.defineShape, .defineShape2, .defineShape3, .defineShape4]
        tag(codes[Int(shape.version) - 1]) {
            $0.u16(shape.id)
            $0.rect(shape.bounds)
            if shape.version >= 4 {
                $0.rect(shape.edgeBounds)
                $0.u8(shape.usesFillWindingRule ? 4 : 0)
            }
            $0.shapeStyles(shape.styles, shape.version)
            $0.shapeRecords(shape.records, shape.styles, shape.version)
        }
    }

    /// A DefineMorphShape2 of one fill that turns from one path into another. Both need the same number of edges.
    public mutating func defineMorphShape(
        id: CharacterID, from start: ShapePath, _ startFill: FillStyle, to end: ShapePath, _ endFill: FillStyle
    ) {
        defineMorphShape(
            DefineMorphShape(
                version: 2, id: id, startBounds: start.bounds, endBounds: end.bounds, startEdgeBounds: start.bounds,
                endEdgeBounds: end.bounds, start: ShapeStyles(fills: [startFill]), end: ShapeStyles(fills: [endFill]),
                startRecords: [.styleChange(StyleChange(fill1: 1))] + start.records, endRecords: end.records))
    }

    /// DefineMorphShape of either version.
    public mutating func defineMorphShape(_ morph: DefineMorphShape) {
        var edges = ByteWriter()
        edges.morphStyles(morph)
        edges.shapeRecords(morph.startRecords, morph.start, 1)
        edges.align()
        let endOffset = edges.count
        edges.shapeRecords(morph.endRecords, ShapeStyles(), 1)
        tag(morph.version == 1 ? .defineMorphShape : .defineMorphShape2) {
            $0.u16(morph.id)
            $0.rect(morph.startBounds)
            $0.rect(morph.endBounds)
            if morph.version >= 2 {
                $0.rect(morph.startEdgeBounds)
                $0.rect(morph.endEdgeBounds)
                $0.u8(0)
            }
            $0.u32(UInt32(endOffset))
            $0.bytes(edges.bytes)
        }
    }
}
