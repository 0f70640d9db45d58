import Base
import Testing

@Suite("Matrix and Affine")
struct MatrixTests {
    private static let turnAndMove = Matrix(a: 0, b: 2, c: -2, d: 0, tx: 100, ty: -50)

    @Test("x' = ax + cy + tx, y' = bx + dy + ty, rounded to whole twips")
    func apply() {
        #expect(Self.turnAndMove.apply(x: 10, y: 7) == TwipsPoint(x: 86, y: -30))
        #expect(Matrix(a: 0.5).apply(x: 3, y: 0).x == 2)
    }

    @Test("a product applies the right factor first")
    func product() {
        let move = Matrix(tx: 10, ty: 20)
        let scale = Matrix(a: 2, d: 3)
        #expect((scale * move).apply(x: 1, y: 1) == TwipsPoint(x: 22, y: 63))
        #expect((move * scale).apply(x: 1, y: 1) == TwipsPoint(x: 12, y: 23))
    }

    @Test("the inverse undoes, and there is none where the plane is flattened")
    func inverse() throws {
        let inverse = try #require(Self.turnAndMove.inverse)
        #expect(inverse.apply(Self.turnAndMove.apply(x: 33, y: -44)) == TwipsPoint(x: 33, y: -44))
        #expect(Matrix(a: 0, d: 0).inverse == nil)
        #expect(Matrix(a: 1, b: 1, c: 1, d: 1).inverse == nil)
        #expect(Matrix(a: .nan).inverse == nil)
    }

    @Test("a rectangle becomes the bounds of its corners; nothing stays nothing")
    func rectangles() {
        let rect = TwipsRect(xMin: 0, xMax: 10, yMin: 0, yMax: 20)
        #expect(Self.turnAndMove.apply(rect) == TwipsRect(xMin: 60, xMax: 100, yMin: -50, yMax: -30))
        #expect(Self.turnAndMove.apply(.empty) == .empty)
    }

    @Test("values out of range saturate and wrap, never trap")
    func extremes() {
        let huge = Matrix(a: 1e30, b: .nan, c: -.infinity, d: 1, tx: .max, ty: .min)
        _ = huge.apply(x: .max, y: .min)
        _ = (huge * huge).apply(TwipsRect(xMin: .min, xMax: .max, yMin: .min, yMax: .max))
        #expect(Int32(saturating: 1e300) == .max)
        #expect(Int32(saturating: -1e300) == .min)
        #expect(Int32(saturating: .nan) == 0)
        #expect(Twips(pixels: 1.025).raw == 21)
        #expect(Twips(pixels: .infinity).raw == .max)
    }

    @Test("an affine map agrees with its matrix and with its own inverse")
    func affine() throws {
        let affine = Affine(Self.turnAndMove)
        #expect(affine.apply(x: 10, y: 7) == (86, -30))
        let back = try #require(affine.inverse).apply(x: 86, y: -30)
        #expect(abs(back.x - 10) < 1e-9 && abs(back.y - 7) < 1e-9)
        #expect(Affine(a: 0, d: 0).inverse == nil)
        #expect((Affine(a: 2) * Affine(tx: 5)).apply(x: 1, y: 0).x == 12)
    }

    @Test("pixel bounds are whole pixels around the image")
    func pixelBounds() {
        let toPixels = Affine(a: 0.05, d: 0.05)
        let rect = TwipsRect(xMin: 10, xMax: 410, yMin: -10, yMax: 20)
        #expect(toPixels.pixelBounds(of: rect) == PixelRect(left: 0, top: -1, right: 21, bottom: 1))
        #expect(toPixels.pixelBounds(of: rect, margin: 1).left == -1)
        #expect(toPixels.pixelBounds(of: .empty).isEmpty)
    }
}

@Suite("Rectangles")
struct GeometryTests {
    @Test("a union with nothing changes nothing, and a point alone is not nothing")
    func unions() {
        let point = TwipsRect.empty.union(TwipsPoint(x: 5, y: -5))
        #expect(point == TwipsRect(xMin: 5, xMax: 5, yMin: -5, yMax: -5))
        #expect(!point.isEmpty)
        #expect(point.union(.empty) == point)
        #expect(point.contains(TwipsPoint(x: 5, y: -5)))
        #expect(TwipsRect.empty.isEmpty)
    }

    @Test("pixel rectangles have no right and bottom edge of their own")
    func pixels() {
        let rect = PixelRect(left: 0, top: 0, right: 10, bottom: 10)
        let other = PixelRect(left: 10, top: 0, right: 20, bottom: 10)
        #expect(!rect.intersects(other))
        #expect(rect.intersection(other).isEmpty)
        #expect(rect.union(other) == PixelRect(left: 0, top: 0, right: 20, bottom: 10))
        #expect(rect.union(.empty) == rect)
        #expect(rect.intersection(other).area == 0)
    }
}
