import Base
import Renderer
import SWF

/// Turns shape records into the edge lists that the renderer takes.
struct ShapeConverter {
    /// The pixmap of a bitmap fill's character, nil where there is none.
    var bitmap: (CharacterID) -> BitmapID?

    func shape(_ tag: DefineShape) -> VectorShape {
        VectorShape(
            layers: layers(tag.records, styles: tag.styles), bounds: tag.bounds, isNonZero: tag.usesFillWindingRule)
    }

    /// A glyph as a one-layer shape whose fill 1 is its inside.
    func glyph(_ records: [ShapeRecord]) -> VectorShape {
        var layers = layers(records, styles: ShapeStyles(fills: [.solid(.black)]))
        if layers.isEmpty { layers = [ShapeLayer(fills: [.solid(.black)])] }
        var bounds = TwipsRect.empty
        for edge in layers[0].edges {
            bounds = bounds.union(edge.from).union(edge.to)
            if edge.isCurve { bounds = bounds.union(edge.control) }
        }
        return VectorShape(layers: [layers[0]], bounds: bounds, isNonZero: true)
    }

    /// The layers of an outline: each set of new styles starts one.
    func layers(_ records: [ShapeRecord], styles: ShapeStyles) -> [ShapeLayer] {
        var layers: [ShapeLayer] = []
        var layer = newLayer(styles)
        var pen = TwipsPoint.zero
        var (fill0, fill1, line) = (UInt16(0), UInt16(0), UInt16(0))
        for record in records {
            switch record {
            case .styleChange(let change):
                if let new = change.newStyles {
                    if !layer.edges.isEmpty { layers.append(layer) }
                    layer = newLayer(new)
                    (fill0, fill1, line) = (0, 0, 0)
                }
                // A style that does not exist draws nothing.
                if let index = change.fill0 { fill0 = Self.checked(index, layer.fills.count) }
                if let index = change.fill1 { fill1 = Self.checked(index, layer.fills.count) }
                if let index = change.line { line = Self.checked(index, layer.strokes.count) }
                if let point = change.moveTo { pen = point }
            case .line(let dx, let dy):
                let to = TwipsPoint(x: pen.x &+ dx, y: pen.y &+ dy)
                layer.edges.append(ShapeEdge(from: pen, to: to, fill0: fill0, fill1: fill1, line: line))
                pen = to
            case .curve(let cx, let cy, let ax, let ay):
                let control = TwipsPoint(x: pen.x &+ cx, y: pen.y &+ cy)
                let to = TwipsPoint(x: control.x &+ ax, y: control.y &+ ay)
                layer.edges.append(
                    ShapeEdge(from: pen, to: to, control: control, fill0: fill0, fill1: fill1, line: line))
                pen = to
            }
        }
        if !layer.edges.isEmpty { layers.append(layer) }
        return layers
    }

    private static func checked(_ index: UInt32, _ count: Int) -> UInt16 { index <= count ? UInt16(index) : 0 }

    private func newLayer(_ styles: ShapeStyles) -> ShapeLayer {
        ShapeLayer(fills: styles.fills.map(paint), strokes: styles.lines.map(stroke))
    }

    func paint(_ fill: FillStyle) -> Paint {
        switch fill {
        case .solid(let color): return .solid(color)
        case .linearGradient(let gradient, let matrix): return .linear(gradient, Affine(matrix))
        case .radialGradient(let gradient, let matrix): return .radial(gradient, Affine(matrix), focalPoint: 0)
        case .focalGradient(let gradient, let matrix, let focalPoint):
            return .radial(gradient, Affine(matrix), focalPoint: focalPoint)
        case .bitmap(let id, let matrix, let isSmoothed, let isRepeating):
            // A bitmap that is missing (0xFFFF is Flash's own mark for it) leaves its area empty.
            guard let bitmap = bitmap(id) else { return .solid(.clear) }
            return .bitmap(bitmap, Affine(matrix), isSmoothed: isSmoothed, isRepeating: isRepeating)
        }
    }

    func stroke(_ line: LineStyle) -> Stroke {
        var stroke = Stroke(width: Double(line.width), paint: paint(line.fill))
        stroke.startCap = line.startCap
        stroke.endCap = line.endCap
        stroke.join = line.join
        stroke.noHScale = line.noHScale
        stroke.noVScale = line.noVScale
        stroke.pixelHinting = line.pixelHinting
        stroke.noClose = line.noClose
        return stroke
    }
}
