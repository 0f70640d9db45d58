import Base
import TestSupport
import Testing

@testable import Renderer

@Suite("Glyphs and what is kept")
struct GlyphTests {
    private static let letter = VectorShape.disc(8, 8, 7, .solid(.black))

    @Test("a glyph looks as its shape does", arguments: [Quality.low, .medium, .high, .best])
    func looks(quality: Quality) {
        var canvas = TestCanvas(40, 40)
        canvas.quality = quality
        let id = canvas.resources.add(Self.letter)
        let color = RGBA(red: 10, green: 60, blue: 200, alpha: 190)
        let map = Affine(tx: 7.25, ty: 9.5) * twips
        canvas.draw([.glyph(id, map, color)])
        let glyph = canvas.pixels
        let colored = canvas.resources.add(VectorShape.disc(8, 8, 7, .solid(color)))
        canvas.draw([.shape(colored, map, .identity)])
        #expect(canvas.pixels == glyph)
    }

    @Test("glyphs are cut by the target's border and by masks")
    func cut() {
        let canvas = TestCanvas(20, 20)
        let id = canvas.resources.add(VectorShape.rectangle(0, 0, 16, 16, .solid(.black)))
        let mask = canvas.resources.add(VectorShape.rectangle(0, 0, 5, 20, .solid(.black)))
        canvas.draw([
            .maskBegin, .shape(mask, twips, .identity), .maskEnd, .glyph(id, Affine(tx: -4, ty: -4) * twips, .black),
            .maskPop, .maskBegin, .glyph(id, Affine(tx: 12, ty: 12) * twips, .black), .maskEnd,
            .rectangle(PixelRect(left: 0, top: 0, right: 20, bottom: 20), .black),
        ])
        for y in 0..<20 {
            for x in 0..<20 {
                let isDrawn = (x < 5 && y < 12) || (x >= 12 && y >= 12)
                #expect(canvas[x, y] == (isDrawn ? 0xFF00_0000 : 0xFFFF_FFFF), "\(x), \(y)")
            }
        }
    }

    @Test("a picture serves every place that differs by whole pixels")
    func reuse() throws {
        let cache = GlyphCache()
        let shapes = ShapeCache()
        let resources = RenderResources()
        let id = resources.add(Self.letter)
        func picture(_ x: Double, _ y: Double, _ quality: Quality = .high) throws -> GlyphPicture {
            let map = Affine(tx: x, ty: y) * twips
            let flat = shapes.flat(Self.letter, id, map, isHinted: false)
            return try #require(cache.picture(flat, id, map, isNonZero: false, Sampling(quality))).picture
        }
        let first = try picture(3.5, -2.25)
        #expect(try picture(90.5, 40.75) === first)
        #expect(try picture(90.25, 40.75) !== first)
        #expect(try picture(3.5, -2.25, .best) !== first)
        #expect(shapes.count == 1)
    }

    @Test("pictures and flattened shapes that go unused make room")
    func budgets() {
        let glyphs = GlyphCache(budget: 4000)
        let shapes = ShapeCache(budget: 20_000)
        let resources = RenderResources()
        let id = resources.add(Self.letter)
        for step in 0..<200 {
            let map = Affine(tx: Double(step) / 256, ty: 0) * twips * Affine(a: 1 + Double(step) / 1000)
            let flat = shapes.flat(Self.letter, id, map, isHinted: false)
            _ = glyphs.picture(flat, id, map, isNonZero: false, .area)
            glyphs.endDraw()
            shapes.endDraw()
        }
        #expect(glyphs.count < 10)
        #expect(shapes.count < 100)
    }

    @Test("what only moves is not flattened again; what is stroked with pixel hinting is, unless by whole pixels")
    func movement() {
        let shapes = ShapeCache()
        let resources = RenderResources()
        let id = resources.add(Self.letter)
        for step in 0..<10 {
            _ = shapes.flat(Self.letter, id, Affine(tx: Double(step) * 0.3, ty: 2) * twips, isHinted: false)
        }
        #expect(shapes.count == 1)
        for step in 0..<10 { _ = shapes.flat(Self.letter, id, Affine(tx: Double(step)) * twips, isHinted: true) }
        #expect(shapes.count == 2)
        _ = shapes.flat(Self.letter, id, Affine(tx: 0.5) * twips, isHinted: true)
        #expect(shapes.count == 3)
    }

    @Test("pixel hinting: lines are whole pixels wide and lie on whole pixels", arguments: [0.0, 0.3, 0.5, 0.85])
    func hinting(offset: Double) {
        for width in [1.0, 1.3, 2.0, 3.4] {
            var stroke = Stroke(width: width * 20, paint: .solid(.black))
            stroke.pixelHinting = true
            (stroke.startCap, stroke.endCap) = (.none, .none)
            let canvas = TestCanvas(30, 30)
            let id = canvas.resources.add(VectorShape.path([(5, 10), (25, 10)], stroke))
            canvas.draw([.shape(id, Affine(tx: 0, ty: offset) * twips, .identity)])
            let column = (0..<30).map { canvas[15, $0] }
            #expect(column.allSatisfy { $0 == 0xFFFF_FFFF || $0 == 0xFF00_0000 }, "width \(width)")
            #expect(column.count { $0 == 0xFF00_0000 } == Int(width.rounded()))
        }
    }
}
