import Base
import Renderer

/// Draws shapes in a few lines of code: in pixels, y downwards, all in white; a colour transform gives the colour.
public struct ShapeSketch {
    private var outlines: [ShapeEdge] = []
    private var lines: [ShapeEdge] = []
    private let strokeWidth: Double

    /// Lines are `strokeWidth` pixels wide, with round ends and corners.
    public init(strokeWidth: Double = 2) { self.strokeWidth = strokeWidth }

    /// Fills a polygon. Corners go clockwise.
    public mutating func fill(_ corners: [(Double, Double)]) {
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % corners.count]
            outlines.append(ShapeEdge(from: Self.point(corner), to: Self.point(next), fill1: 1))
        }
    }

    /// Fills a rectangle with round corners.
    public mutating func fillRounded(x: Double, y: Double, width: Double, height: Double, radius: Double) {
        let (right, bottom) = (x + width, y + height)
        // Each corner is two curves: one alone would be visibly not round.
        let bend = radius * 0.4142
        let slack = radius * 0.2929
        func corner(_ cx: Double, _ cy: Double, _ fromX: Double, _ fromY: Double, _ toX: Double, _ toY: Double) {
            // `from` and `to` are unit steps from the corner point along its two sides, in the order of travel.
            let start = (cx + fromX * radius, cy + fromY * radius)
            let end = (cx + toX * radius, cy + toY * radius)
            let middle = (cx + (fromX + toX) * slack, cy + (fromY + toY) * slack)
            let first = (start.0 - fromX * bend, start.1 - fromY * bend)
            let second = (end.0 - toX * bend, end.1 - toY * bend)
            curve(start, first, middle)
            curve(middle, second, end)
        }
        func curve(_ from: (Double, Double), _ control: (Double, Double), _ to: (Double, Double)) {
            outlines.append(
                ShapeEdge(
                    from: Self.point(from), to: Self.point(to), control: Self.point(control), fill1: 1))
        }
        func line(_ from: (Double, Double), _ to: (Double, Double)) {
            outlines.append(ShapeEdge(from: Self.point(from), to: Self.point(to), fill1: 1))
        }
        line((x + radius, y), (right - radius, y))
        corner(right, y, -1, 0, 0, 1)
        line((right, y + radius), (right, bottom - radius))
        corner(right, bottom, 0, -1, -1, 0)
        line((right - radius, bottom), (x + radius, bottom))
        corner(x, bottom, 1, 0, 0, -1)
        line((x, bottom - radius), (x, y + radius))
        corner(x, y, 0, 1, 1, 0)
    }

    /// Draws a line through points.
    public mutating func stroke(_ points: [(Double, Double)], isClosed: Bool = false) {
        for (from, to) in zip(points, points.dropFirst() + (isClosed ? points.prefix(1) : [])) {
            lines.append(ShapeEdge(from: Self.point(from), to: Self.point(to), line: 1))
        }
    }

    /// Draws a curve through a control point.
    public mutating func stroke(_ from: (Double, Double), _ control: (Double, Double), _ to: (Double, Double)) {
        lines.append(
            ShapeEdge(from: Self.point(from), to: Self.point(to), control: Self.point(control), line: 1))
    }

    private static func point(_ pixels: (Double, Double)) -> TwipsPoint {
        TwipsPoint(x: Twips(pixels: pixels.0).raw, y: Twips(pixels: pixels.1).raw)
    }

    /// What has been drawn.
    public var shape: VectorShape {
        let white = Paint.solid(.white)
        let layer = ShapeLayer(
            fills: [white], strokes: [Stroke(width: strokeWidth * 20, paint: white)], edges: outlines + lines)
        var bounds = TwipsRect.empty
        for edge in layer.edges { bounds = bounds.union(edge.from).union(edge.control).union(edge.to) }
        if !bounds.isEmpty && !lines.isEmpty {
            let margin = Twips(pixels: strokeWidth / 2).raw + 1
            bounds = TwipsRect(
                xMin: bounds.xMin - margin, xMax: bounds.xMax + margin,
                yMin: bounds.yMin - margin, yMax: bounds.yMax + margin)
        }
        return VectorShape(layers: [layer], bounds: bounds)
    }
}
