import Base

/// A quadratic Bézier curve.
struct QuadraticCurve {
    var from, control, to: SIMD2<Double>

    /// How far a chord may lie from the curve, in pixels.
    static let tolerance = 0.1
    /// A curve is cut into no more chords than this, however large it is.
    static let maxSteps = 512

    @inline(__always)
    func point(_ t: Double) -> SIMD2<Double> {
        let u = 1 - t
        return from * (u * u) + control * (2 * u * t) + to * (t * t)
    }

    @inline(__always)
    func derivative(_ t: Double) -> SIMD2<Double> {
        (control - from) * (1 - t) + (to - control) * t
    }

}

extension QuadraticCurve {
    /// In the units of the shape.
    init(_ edge: ShapeEdge) {
        from = SIMD2(Double(edge.from.x), Double(edge.from.y))
        control = SIMD2(Double(edge.control.x), Double(edge.control.y))
        to = SIMD2(Double(edge.to.x), Double(edge.to.y))
    }
}

/// How far chords may lie from the curves of a shape. A shape that is drawn small, as glyphs are, keeps the chords that it
/// has at its own size: which pixels of a small curve are inside is decided by less than a tenth of a pixel.
struct CurveTolerance {
    /// In pixels.
    var device: Double
    /// In units of the shape.
    var local: Double

    init(_ shape: VectorShape, map: Affine) {
        let own = QuadraticCurve.tolerance * shape.unitsPerPixel
        // What a unit becomes at most, near enough: the larger of the columns' lengths.
        let columns = (map.a * map.a + map.b * map.b, map.c * map.c + map.d * map.d)
        let scale = max(columns.0, columns.1).squareRoot()
        local = own * scale > QuadraticCurve.tolerance ? QuadraticCurve.tolerance / scale : own
        device = min(QuadraticCurve.tolerance, own * scale)
    }
}

/// The cuts of a quadratic curve into as few chords as a tolerance allows.
///
/// Every such curve is a piece of y = x², turned and scaled; how many chords a stretch of that parabola needs is an
/// integral over it, which cutting into equal parts spreads the chords evenly by error instead of by parameter. The
/// integral and its inverse have close algebraic approximations. Method: Raph Levien, "Flattening quadratic Béziers".
struct Flattening {
    /// Chords, at least 1.
    let count: Int
    private let start, step: Double
    private let inverseStart, inverseSpan: Double

    init(_ curve: QuadraticCurve, tolerance: Double) {
        let first = curve.control - curve.from
        let second = curve.to - curve.control
        let bend = first - second
        let chord = curve.to - curve.from
        let cross = chord.x * bend.y - chord.y * bend.x
        // The ends of the piece on the parabola.
        let x0 = (first * bend).sum() / cross
        let x1 = (second * bend).sum() / cross
        let scale = abs(cross) / ((bend * bend).sum().squareRoot() * abs(x1 - x0))
        let a0 = Self.integral(x0)
        let a1 = Self.integral(x1)
        let wanted = 0.5 * abs(a1 - a0) * (scale / tolerance).squareRoot()
        // The middle of the curve is half as far from the chord as the control point is.
        let height = abs(chord.x * first.y - chord.y * first.x) / (chord * chord).sum().squareRoot() / 2
        if height <= tolerance, (first * chord).sum() >= 0, (second * chord).sum() >= 0 {
            count = 1
            start = 0
            step = 1
            inverseStart = 0
            inverseSpan = 0
        } else if wanted.isFinite {
            count = clampedIndex(wanted.rounded(.up), 1, QuadraticCurve.maxSteps)
            start = a0
            step = (a1 - a0) / Double(count)
            inverseStart = Self.inverseIntegral(a0)
            inverseSpan = Self.inverseIntegral(a1) - inverseStart
        } else {
            // The control point lies on the line through the ends: the curve may turn round there.
            count = abs(cross) > 0 || (first * second).sum() >= 0 ? 1 : 8
            start = 0
            step = 1 / Double(count)
            inverseStart = 0
            inverseSpan = 0
        }
    }

    /// The curve's parameter after `index` chords.
    @inline(__always)
    func parameter(_ index: Int) -> Double {
        let place = start + step * Double(index)
        return inverseSpan == 0 ? place : (Self.inverseIntegral(place) - inverseStart) / inverseSpan
    }

    @inline(__always)
    private static func integral(_ x: Double) -> Double {
        let d = 0.67
        let d4 = d * d * d * d
        return x / (1 - d + (d4 + 0.25 * x * x).squareRoot().squareRoot())
    }

    @inline(__always)
    private static func inverseIntegral(_ x: Double) -> Double {
        let b = 0.39
        return x * (1 - b + (b * b + 0.25 * x * x).squareRoot())
    }
}
