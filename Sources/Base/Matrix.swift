/// The matrix of a display object, as Flash stores it: four single-precision factors and a translation in twips.
///
/// `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`. Spec: SWF 19, "MATRIX record", p. 20.
public struct Matrix: Hashable, Sendable {
    public var a, b, c, d: Float
    /// Translation in twips.
    public var tx, ty: Int32

    @inline(__always)
    public init(a: Float = 1, b: Float = 0, c: Float = 0, d: Float = 1, tx: Int32 = 0, ty: Int32 = 0) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    public static let identity = Matrix()

    /// The matrix that applies `inner` first and then `outer`.
    public static func * (outer: Matrix, inner: Matrix) -> Matrix {
        let moved = outer.apply(x: inner.tx, y: inner.ty)
        return Matrix(
            a: outer.a * inner.a + outer.c * inner.b,
            b: outer.b * inner.a + outer.d * inner.b,
            c: outer.a * inner.c + outer.c * inner.d,
            d: outer.b * inner.c + outer.d * inner.d,
            tx: moved.x, ty: moved.y)
    }

    @inline(__always)
    public func apply(x: Int32, y: Int32) -> TwipsPoint {
        let fx = Float(x)
        let fy = Float(y)
        return TwipsPoint(
            x: Int32(saturating: Double((a * fx + c * fy).rounded())) &+ tx,
            y: Int32(saturating: Double((b * fx + d * fy).rounded())) &+ ty)
    }

    public func apply(_ point: TwipsPoint) -> TwipsPoint { apply(x: point.x, y: point.y) }

    /// The bounds of the four transformed corners; empty stays empty.
    public func apply(_ rect: TwipsRect) -> TwipsRect {
        if rect.isEmpty { return rect }
        var result = TwipsRect.empty
        result = result.union(apply(x: rect.xMin, y: rect.yMin))
        result = result.union(apply(x: rect.xMax, y: rect.yMin))
        result = result.union(apply(x: rect.xMin, y: rect.yMax))
        result = result.union(apply(x: rect.xMax, y: rect.yMax))
        return result
    }

    public var determinant: Float { a * d - b * c }

    /// The inverse, nil where the matrix flattens the plane.
    public var inverse: Matrix? {
        let det = determinant
        guard det != 0, det.isFinite else { return nil }
        let x = Double(tx)
        let y = Double(ty)
        let (a, b, c, d, det64) = (Double(a), Double(b), Double(c), Double(d), Double(det))
        return Matrix(
            a: Float(d / det64), b: Float(-b / det64), c: Float(-c / det64), d: Float(a / det64),
            tx: Int32(saturating: ((c * y - d * x) / det64).rounded()),
            ty: Int32(saturating: ((b * x - a * y) / det64).rounded()))
    }
}

/// A map from one plane to another in double precision, such as from a shape's twips to device pixels.
public struct Affine: Hashable, Sendable {
    public var a, b, c, d, tx, ty: Double

    @inline(__always)
    public init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, tx: Double = 0, ty: Double = 0) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    public static let identity = Affine()

    /// Twips to twips, as `matrix` does it but without rounding.
    public init(_ matrix: Matrix) {
        self.init(
            a: Double(matrix.a), b: Double(matrix.b), c: Double(matrix.c), d: Double(matrix.d),
            tx: Double(matrix.tx), ty: Double(matrix.ty))
    }

    /// The map that applies `inner` first and then `outer`.
    public static func * (outer: Affine, inner: Affine) -> Affine {
        Affine(
            a: outer.a * inner.a + outer.c * inner.b,
            b: outer.b * inner.a + outer.d * inner.b,
            c: outer.a * inner.c + outer.c * inner.d,
            d: outer.b * inner.c + outer.d * inner.d,
            tx: outer.a * inner.tx + outer.c * inner.ty + outer.tx,
            ty: outer.b * inner.tx + outer.d * inner.ty + outer.ty)
    }

    @inline(__always)
    public func apply(x: Double, y: Double) -> (x: Double, y: Double) {
        (a * x + c * y + tx, b * x + d * y + ty)
    }

    /// The inverse, nil where the map flattens the plane.
    public var inverse: Affine? {
        let det = a * d - b * c
        guard det != 0, det.isFinite else { return nil }
        return Affine(
            a: d / det, b: -b / det, c: -c / det, d: a / det,
            tx: (c * ty - d * tx) / det, ty: (b * tx - a * ty) / det)
    }

    /// The pixels whose middles lie in the bounds of the image of `rect`.
    public func coveredPixels(of rect: TwipsRect) -> PixelRect {
        if rect.isEmpty { return .empty }
        var low = SIMD2(repeating: Double.infinity)
        var high = SIMD2(repeating: -Double.infinity)
        for x in [rect.xMin, rect.xMax] {
            for y in [rect.yMin, rect.yMax] {
                let corner = apply(x: Double(x), y: Double(y))
                let point = SIMD2(corner.x, corner.y)
                low = pointwiseMin(low, point)
                high = pointwiseMax(high, point)
            }
        }
        func pixel(_ value: Double) -> Int { Int(Int32(saturating: (value - 0.5).rounded(.up))) }
        return PixelRect(left: pixel(low.x), top: pixel(low.y), right: pixel(high.x), bottom: pixel(high.y))
    }

    /// The smallest whole-pixel rectangle around the image of `rect`; empty for an empty one.
    public func pixelBounds(of rect: TwipsRect, margin: Double = 0) -> PixelRect {
        if rect.isEmpty { return .empty }
        let corners = [
            apply(x: Double(rect.xMin), y: Double(rect.yMin)), apply(x: Double(rect.xMax), y: Double(rect.yMin)),
            apply(x: Double(rect.xMin), y: Double(rect.yMax)), apply(x: Double(rect.xMax), y: Double(rect.yMax)),
        ]
        let xs = corners.map(\.x)
        let ys = corners.map(\.y)
        return PixelRect(
            left: Int(Int32(saturating: (xs.min()! - margin).rounded(.down))),
            top: Int(Int32(saturating: (ys.min()! - margin).rounded(.down))),
            right: Int(Int32(saturating: (xs.max()! + margin).rounded(.up))),
            bottom: Int(Int32(saturating: (ys.max()! + margin).rounded(.up))))
    }
}
