import Base
import Renderer

extension VectorShape {
    /// A black square with a side of one unit, its corner at the origin: what matrices make rectangles of.
    static let unitSquare: VectorShape = {
        let corners = [
            TwipsPoint(x: 0, y: 0), TwipsPoint(x: 1, y: 0), TwipsPoint(x: 1, y: 1), TwipsPoint(x: 0, y: 1),
        ]
        let edges = corners.indices.map { index in
            ShapeEdge(from: corners[index], to: corners[(index + 1) % 4], fill1: 1)
        }
        return VectorShape(
            layers: [ShapeLayer(fills: [.solid(.black)], edges: edges)],
            bounds: TwipsRect(xMin: 0, xMax: 1, yMin: 0, yMax: 1))
    }()
}
