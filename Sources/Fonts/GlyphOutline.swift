import Base

/// The outline of a glyph, in units of its font: y grows downwards, the origin is on the baseline.
public struct GlyphOutline: Equatable, Sendable {
    /// A line, or a quadratic curve where there is a control point.
    public struct Edge: Equatable, Sendable {
        public var from: TwipsPoint
        public var control: TwipsPoint?
        public var to: TwipsPoint
    }

    public internal(set) var edges: [Edge] = []
    private var start = TwipsPoint.zero
    private var pen = TwipsPoint.zero

    init() {}

    mutating func move(to point: TwipsPoint) {
        close()
        start = point
        pen = point
    }

    mutating func line(to point: TwipsPoint) {
        if point != pen { edges.append(Edge(from: pen, control: nil, to: point)) }
        pen = point
    }

    mutating func curve(to point: TwipsPoint, control: TwipsPoint) {
        edges.append(Edge(from: pen, control: control, to: point))
        pen = point
    }

    /// A cubic curve as four quadratic ones: the error stays below a thousandth of an em for what fonts hold.
    mutating func cubic(to end: TwipsPoint, _ control1: TwipsPoint, _ control2: TwipsPoint) {
        let pieces = 4
        let (x, y) = (
            Cubic(pen.x, control1.x, control2.x, end.x), Cubic(pen.y, control1.y, control2.y, end.y)
        )
        for piece in 0..<pieces {
            let (t0, t1) = (Double(piece) / Double(pieces), Double(piece + 1) / Double(pieces))
            let to = piece + 1 == pieces ? end : TwipsPoint(x: Self.rounded(x.value(t1)), y: Self.rounded(y.value(t1)))
            let control = TwipsPoint(x: Self.rounded(x.control(t0, t1)), y: Self.rounded(y.control(t0, t1)))
            curve(to: to, control: control)
        }
    }

    /// Closes the contour that is open.
    mutating func close() { line(to: start) }

    /// One coordinate of a cubic curve.
    private struct Cubic {
        let a, b, c, d: Double

        init(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) {
            (self.a, self.b, self.c, self.d) = (Double(a), Double(b), Double(c), Double(d))
        }

        func value(_ t: Double) -> Double {
            let s = 1 - t
            return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
        }

        private func slope(_ t: Double) -> Double {
            let s = 1 - t
            return 3 * (s * s * (b - a) + 2 * s * t * (c - b) + t * t * (d - c))
        }

        /// The control point of the quadratic piece that keeps both ends' slopes on average.
        func control(_ t0: Double, _ t1: Double) -> Double {
            (value(t0) + value(t1)) / 2 + (slope(t0) - slope(t1)) * (t1 - t0) / 4
        }
    }

    private static func rounded(_ value: Double) -> Int32 { Int32(saturating: value.rounded()) }
}
