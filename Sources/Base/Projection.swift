/// A map from one plane to another as perspective shows it: straight lines stay straight, parallel ones need not.
///
/// `(x, y)` comes to lie at `(px / w, py / w)`, where each of the three is a row of the matrix times `(x, y, 1)`.
public struct Projection: Hashable, Sendable {
    /// Row by row.
    public var xx, xy, x1, yx, yy, y1, wx, wy, w1: Double

    public init(
        _ xx: Double, _ xy: Double, _ x1: Double, _ yx: Double, _ yy: Double, _ y1: Double, _ wx: Double,
        _ wy: Double, _ w1: Double
    ) {
        (self.xx, self.xy, self.x1) = (xx, xy, x1)
        (self.yx, self.yy, self.y1) = (yx, yy, y1)
        (self.wx, self.wy, self.w1) = (wx, wy, w1)
    }

    public init(_ map: Affine) { self.init(map.a, map.c, map.tx, map.b, map.d, map.ty, 0, 0, 1) }

    /// The map that applies `inner` first and then `outer`.
    public static func * (outer: Projection, inner: Projection) -> Projection {
        func row(_ x: Double, _ y: Double, _ w: Double) -> (Double, Double, Double) {
            (
                x * inner.xx + y * inner.yx + w * inner.wx, x * inner.xy + y * inner.yy + w * inner.wy,
                x * inner.x1 + y * inner.y1 + w * inner.w1
            )
        }
        let x = row(outer.xx, outer.xy, outer.x1)
        let y = row(outer.yx, outer.yy, outer.y1)
        let w = row(outer.wx, outer.wy, outer.w1)
        return Projection(x.0, x.1, x.2, y.0, y.1, y.2, w.0, w.1, w.2)
    }

    /// The point before it is divided by `w`.
    @inline(__always)
    public func apply(x: Double, y: Double) -> (x: Double, y: Double, w: Double) {
        (xx * x + xy * y + x1, yx * x + yy * y + y1, wx * x + wy * y + w1)
    }

    /// The inverse, nil where the plane is seen edge-on.
    public var inverse: Projection? {
        let a = yy * w1 - y1 * wy
        let b = y1 * wx - yx * w1
        let c = yx * wy - yy * wx
        let determinant = xx * a + xy * b + x1 * c
        guard determinant != 0, determinant.isFinite else { return nil }
        let k = 1 / determinant
        let result = Projection(
            a * k, (x1 * wy - xy * w1) * k, (xy * y1 - x1 * yy) * k, b * k, (xx * w1 - x1 * wx) * k,
            (x1 * yx - xx * y1) * k, c * k, (xy * wx - xx * wy) * k, (xx * yy - xy * yx) * k)
        return result.isFinite ? result : nil
    }

    public var isFinite: Bool { [xx, xy, x1, yx, yy, y1, wx, wy, w1].allSatisfy(\.isFinite) }

    /// What is nearer to the eye than this does not show: it would be endlessly large.
    private static let nearest = 1e-3

    /// The outline of a rectangle's image: what lies behind the eye is cut off.
    public func outline(width: Double, height: Double) -> [SIMD2<Double>] {
        let corners = [(0.0, 0.0), (width, 0), (width, height), (0, height)].map { apply(x: $0.0, y: $0.1) }
        var result: [SIMD2<Double>] = []
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % 4]
            if corner.w >= Self.nearest { result.append(SIMD2(corner.x, corner.y) / corner.w) }
            guard (corner.w < Self.nearest) != (next.w < Self.nearest) else { continue }
            let share = (Self.nearest - corner.w) / (next.w - corner.w)
            let cut = SIMD2(corner.x, corner.y) + (SIMD2(next.x, next.y) - SIMD2(corner.x, corner.y)) * share
            result.append(cut / Self.nearest)
        }
        return result
    }
}
