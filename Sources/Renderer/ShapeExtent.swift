import Base

/// How far a shape reaches, found from its outlines: the bounds that files state are often wrong.
struct ShapeExtent {
    /// Around all edges and control points.
    var bounds = TwipsRect.empty
    /// Strokes that some edge has.
    private var strokes: [Stroke] = []
    /// Bitmaps that it is painted with.
    private(set) var bitmaps: [BitmapID] = []

    init(_ shape: VectorShape) {
        for layer in shape.layers {
            var isStroked = [Bool](repeating: false, count: layer.strokes.count + 1)
            for edge in layer.edges {
                bounds = bounds.union(edge.from).union(edge.to)
                if edge.isCurve { bounds = bounds.union(edge.control) }
                isStroked[min(Int(edge.line), layer.strokes.count)] = true
            }
            for (index, stroke) in layer.strokes.enumerated() where isStroked[index + 1] {
                strokes.append(stroke)
            }
            for paint in layer.fills + layer.strokes.map(\.paint) {
                switch paint {
                case .bitmap(let id, _, _, _), .projected(let id, _, _, _): bitmaps.append(id)
                case .solid, .linear, .radial, .program: break
                }
            }
        }
    }

    /// Whether where the strokes lie depends on where in a pixel the shape does.
    var isHinted: Bool { strokes.contains { $0.pixelHinting } }

    /// Pixels that the shape may change under `map`.
    func pixelBounds(_ map: Affine) -> PixelRect {
        if !map.isFinite { return .empty }
        // Coordinates round to 1/256 of a pixel.
        var margin = 1.0 / 128
        for stroke in strokes {
            let reach: Double =
                if case .miter(let limit) = stroke.join { max(1.5, min(limit, 255)) } else { 1.5 }
            margin = max(margin, Pen(stroke: stroke, map: map).radius * reach + 1.5)
        }
        return map.pixelBounds(of: bounds, margin: margin)
    }
}
