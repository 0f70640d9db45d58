import Base
import SWF

#if canImport(Glibc)
    import Glibc
#endif

/// The edges of a shape, drawn with a pen in pixels.
public struct ShapePath: Sendable {
    public private(set) var records: [ShapeRecord] = []
    public private(set) var bounds = TwipsRect.empty
    private var pen = TwipsPoint.zero

    public init() {}

    public mutating func move(_ x: Double, _ y: Double) {
        pen = Self.twips(x, y)
        bounds = bounds.union(pen)
        records.append(.styleChange(StyleChange(moveTo: pen)))
    }

    public mutating func line(_ x: Double, _ y: Double) {
        let end = Self.twips(x, y)
        records.append(.line(dx: end.x - pen.x, dy: end.y - pen.y))
        pen = end
        bounds = bounds.union(end)
    }

    /// A quadratic curve. The bounds take the control point for a point of the curve.
    public mutating func curve(_ controlX: Double, _ controlY: Double, _ x: Double, _ y: Double) {
        let control = Self.twips(controlX, controlY)
        let end = Self.twips(x, y)
        records.append(
            .curve(
                controlDX: control.x - pen.x, controlDY: control.y - pen.y, anchorDX: end.x - control.x,
                anchorDY: end.y - control.y))
        pen = end
        bounds = bounds.union(control).union(end)
    }

    public mutating func append(_ other: ShapePath) {
        records += other.records
        bounds = bounds.union(other.bounds)
        pen = other.pen
    }

    private static func twips(_ x: Double, _ y: Double) -> TwipsPoint {
        TwipsPoint(x: Twips(pixels: x).raw, y: Twips(pixels: y).raw)
    }

    // MARK: Ready-made paths, clockwise

    public static func rectangle(x: Double, y: Double, width: Double, height: Double) -> ShapePath {
        polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    public static func polygon(_ corners: [(x: Double, y: Double)]) -> ShapePath {
        var path = ShapePath()
        guard let first = corners.first else { return path }
        path.move(first.x, first.y)
        for corner in corners.dropFirst() { path.line(corner.x, corner.y) }
        path.line(first.x, first.y)
        return path
    }

    public static func circle(x: Double, y: Double, radius: Double) -> ShapePath {
        ellipse(x: x, y: y, radiusX: radius, radiusY: radius)
    }

    /// Eight curves, beginning at the top.
    public static func ellipse(x: Double, y: Double, radiusX: Double, radiusY: Double) -> ShapePath {
        let step = Double.pi / 4
        // A control point at 1/cos of half the step makes the curve touch the ellipse at both ends.
        let reach = 1 / cos(step / 2)
        var path = ShapePath()
        path.move(x, y - radiusY)
        for index in 0..<8 {
            let control = step * (Double(index) + 0.5)
            let end = step * Double(index + 1)
            path.curve(
                x + radiusX * reach * sin(control), y - radiusY * reach * cos(control), x + radiusX * sin(end),
                y - radiusY * cos(end))
        }
        return path
    }

    /// A star whose corners alternate between two radii, beginning at the top. `points` corners of each kind.
    public static func star(x: Double, y: Double, points: Int, outer: Double, inner: Double) -> ShapePath {
        polygon(
            (0..<points * 2).map { index in
                let angle = Double(index) * .pi / Double(points) - .pi / 2
                let radius = index % 2 == 0 ? outer : inner
                return (x + radius * cos(angle), y + radius * sin(angle))
            })
    }
}
