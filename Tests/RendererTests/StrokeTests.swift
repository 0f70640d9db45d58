import Base
import TestSupport
import Testing

@testable import Renderer

@Suite("Strokes")
struct StrokeTests {
    /// A black stroke drawn on white at quality best; the sum of its coverage in pixels.
    private func ink(
        _ points: [(Double, Double)], width: Double, map: Affine = twips, _ change: (inout Stroke) -> Void = { _ in }
    ) -> (canvas: TestCanvas, area: Double) {
        var stroke = Stroke(width: width * 20, paint: .solid(.black))
        change(&stroke)
        let canvas = TestCanvas(100, 100)
        canvas.draw([.shape(canvas.resources.add(VectorShape.path(points, stroke)), map, .identity)])
        let area = canvas.pixels.reduce(0.0) { $0 + Double(255 - channels($1)[3]) / 255 }
        return (canvas, area)
    }

    @Test("caps: none ends at the end, square adds half a width, round half a disc")
    func caps() {
        let line = [(20.0, 50.0), (70.0, 50.0)]
        #expect(abs(ink(line, width: 10) { ($0.startCap, $0.endCap) = (.none, .none) }.area - 500) < 1)
        #expect(abs(ink(line, width: 10) { ($0.startCap, $0.endCap) = (.square, .square) }.area - 600) < 1)
        #expect(abs(ink(line, width: 10) { ($0.startCap, $0.endCap) = (.round, .round) }.area - (500 + 78.5)) < 4)
        let mixed = ink(line, width: 10) { ($0.startCap, $0.endCap) = (.none, .square) }
        #expect(mixed.canvas[18, 50] == 0xFFFF_FFFF)
        #expect(mixed.canvas[72, 50] == 0xFF00_0000)
    }

    @Test("joins of a right angle: bevel cuts the corner, miter fills it, round is between", arguments: [1.0, -1.0])
    func joins(direction: Double) {
        let corner = [(20.0, 50.0), (60.0, 50.0), (60.0, 50 + direction * 35)]
        func area(_ join: LineJoin) -> Double {
            ink(corner, width: 10) {
                ($0.startCap, $0.endCap) = (.none, .none)
                $0.join = join
            }.area
        }
        // Two rectangles that share a quarter of the corner's square, and the corner outside them.
        let base = 400.0 + 350 - 25
        #expect(abs(area(.bevel) - (base + 12.5)) < 1)
        #expect(abs(area(.round) - (base + 19.6)) < 1)
        #expect(abs(area(.miter(limit: 3)) - (base + 25)) < 1)
        #expect(abs(area(.miter(limit: 1.2)) - (base + 12.5)) < 1)
    }

    @Test("a closed outline is joined where it closes, unless noClose says not")
    func closing() {
        let square = [(30.0, 30.0), (70.0, 30.0), (70.0, 70.0), (30.0, 70.0), (30.0, 30.0)]
        let closed = ink(square, width: 10) {
            $0.join = .miter(limit: 3)
            ($0.startCap, $0.endCap) = (.none, .none)
        }
        #expect(closed.canvas[26, 26] == 0xFF00_0000)
        #expect(abs(closed.area - (50 * 50 - 30 * 30)) < 1)
        let open = ink(square, width: 10) {
            $0.join = .miter(limit: 3)
            ($0.startCap, $0.endCap) = (.none, .none)
            $0.noClose = true
        }
        #expect(open.canvas[26, 26] == 0xFFFF_FFFF)
        #expect(open.canvas[73, 26] == 0xFF00_0000)
    }

    @Test("never thinner than a pixel", arguments: [0.0, 0.05, 1.0])
    func hairlines(width: Double) {
        let map = twips * Affine(a: 0.5, d: 0.5)
        let result = ink([(40, 100), (140, 100)], width: width, map: map) { ($0.startCap, $0.endCap) = (.none, .none) }
        #expect(abs(result.area - 50) < 0.5)
    }

    @Test("scale modes: the width follows the matrix but for the directions that are barred")
    func scaleModes() {
        let map = twips * Affine(a: 3, d: 2)
        func thickness(_ change: (inout Stroke) -> Void) -> Double {
            ink([(10, 20), (30, 20)], width: 4, map: map) {
                ($0.startCap, $0.endCap) = (.none, .none)
                change(&$0)
            }.area / 60
        }
        #expect(abs(thickness { ($0.noHScale, $0.noVScale) = (true, true) } - 4) < 0.1)
        #expect(abs(thickness { $0.noHScale = true } - 8) < 0.1)
        #expect(abs(thickness { $0.noVScale = true } - 12) < 0.1)
        // The diagonal of a square becomes √(3² + 2²)/√2 as long.
        #expect(abs(thickness { _ in } - 4 * 2.55) < 0.1)
    }

    @Test("a stroke that crosses itself is as dark there as elsewhere, and no darker with alpha")
    func selfOverlap() {
        let loop = [(10.0, 50.0), (90.0, 50.0), (90.0, 20.0), (50.0, 20.0), (50.0, 90.0)]
        let result = ink(loop, width: 8) { $0.paint = .solid(RGBA(red: 0, green: 0, blue: 0, alpha: 128)) }
        #expect(result.canvas[50, 50] == result.canvas[30, 50])
        #expect(result.canvas[50, 50] == result.canvas[50, 70])
    }

    @Test("a point is a dot of the pen's size")
    func dots() {
        #expect(abs(ink([(50, 50), (50, 50)], width: 20).area - 314) < 5)
        #expect(ink([(50, 50), (50, 50)], width: 20) { ($0.startCap, $0.endCap) = (.none, .none) }.area == 0)
    }

    @Test("a bend tighter than the pen leaves no hole", arguments: [0, 1, 2, 3, 4, 5])
    func tightBends(step: Int) {
        // A hairpin of one curve.
        let edge = ShapeEdge(
            from: ShapeEdge.point(20, 50 - Double(step)), to: ShapeEdge.point(20, 50 + Double(step)),
            control: ShapeEdge.point(95, 50), line: 1)
        let stroke = Stroke(width: 400, paint: .solid(.black))
        let canvas = TestCanvas(100, 100)
        let shape = VectorShape(layers: [ShapeLayer(strokes: [stroke], edges: [edge])], bounds: .empty)
        canvas.draw([.shape(canvas.resources.add(shape), twips, .identity)])
        for x in 22...55 { for y in 43...57 { #expect(canvas[x, y] == 0xFF00_0000, "\(x), \(y)") } }
    }

    @Test("strokes lie over the fills of their layer, later styles over earlier ones")
    func order() {
        let red = Stroke(width: 200, paint: .solid(RGBA(red: 255, green: 0, blue: 0)))
        let blue = Stroke(width: 200, paint: .solid(RGBA(red: 0, green: 0, blue: 255)))
        let edges: [ShapeEdge] =
            [.line(10, 50, 90, 50, line: 2), .line(50, 10, 50, 90, line: 1)]
            + VectorShape.closed([(20, 20), (80, 20), (80, 80), (20, 80)], fill1: 1)
        let shape = VectorShape(
            layers: [ShapeLayer(fills: [.solid(.black)], strokes: [red, blue], edges: edges)], bounds: .empty)
        let canvas = TestCanvas(100, 100)
        canvas.draw([.shape(canvas.resources.add(shape), twips, .identity)])
        #expect(canvas[50, 50] == 0xFF00_00FF)
        #expect(canvas[50, 30] == 0xFFFF_0000)
        #expect(canvas[30, 30] == 0xFF00_0000)
    }

    @Test("how wide a pen is, is seen in what becomes of the diagonal; turned backwards it is a hairline")
    func pens() {
        func width(_ map: Affine, noH: Bool = false, noV: Bool = false) -> Double {
            var stroke = Stroke(width: 80, paint: .solid(.black))
            (stroke.noHScale, stroke.noVScale) = (noH, noV)
            return (Pen(stroke: stroke, map: map * twips).radius * 2_000_000).rounded() / 1_000_000
        }
        let sheared = Affine(a: 2, b: 0, c: -1.5, d: 1.5)
        #expect(width(Affine(a: 2, d: 1), noH: true) == 4)
        #expect(width(Affine(a: 2, d: 1), noV: true) == 8)
        #expect(width(sheared, noV: true) == 2)
        #expect(width(sheared, noH: true) == 6)
        #expect(width(sheared, noH: true, noV: true) == 4)
        #expect(width(Affine(a: 0.7, b: 0.7, c: -1.4, d: 1.4), noV: true) == 1)
        #expect(width(Affine(a: 3, d: 3)) == 12)
    }

    /// Rows of a level line at `y`, at quality low.
    private func rows(_ stroke: Stroke, _ y: Double) -> [Int] {
        var canvas = TestCanvas(30, 30)
        canvas.quality = .low
        let id = canvas.resources.add(VectorShape.path([(5, y), (25, y)], stroke))
        canvas.draw([.shape(id, twips, .identity)])
        return (0..<30).filter { canvas[15, $0] != 0xFFFF_FFFF }
    }

    @Test("quirk: at quality low, a line of a pixel whatever the scale covers the pixel whose corner is nearest")
    func lowThinLines() {
        #expect(rows(Stroke(width: 0, paint: .solid(.black)), 10) == [9])
        #expect(rows(Stroke(width: 20, paint: .solid(.black)), 10) == [9])
        var stroke = Stroke(width: 20, paint: .solid(.black))
        (stroke.noHScale, stroke.noVScale) = (true, true)
        #expect(rows(stroke, 10) == [10])
        #expect(rows(stroke, 10.4) == [10])
        #expect(rows(stroke, 10.6) == [11])
    }

    @Test("quirk: at quality low there is no pixel hinting")
    func lowHints() {
        var stroke = Stroke(width: 100, paint: .solid(.black))
        stroke.pixelHinting = true
        #expect(rows(stroke, 15) == Array(12..<17))
    }
}
