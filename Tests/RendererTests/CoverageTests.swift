import Base
import TestSupport
import Testing

@testable import Renderer

@Suite("Coverage")
struct CoverageTests {
    /// 200 triangles around a point, each in a style of its own, all of one colour.
    private static func fan(_ color: RGBA) -> VectorShape {
        let count = 200
        let center = ShapeEdge.point(100, 100)
        let rim = (0..<count).map { step -> TwipsPoint in
            let angle = Double(step) / Double(count) * 2 * .pi
            let reach = step % 2 == 0 ? 90.0 : 70.0
            return ShapeEdge.point(100 + cosine(angle) * reach, 100 + sine(angle) * reach)
        }
        var edges: [ShapeEdge] = []
        for index in 0..<count {
            let style = UInt16(index + 1)
            let before = UInt16((index + count - 1) % count + 1)
            // Going outwards the triangle lies to the right, its neighbour before it to the left.
            edges.append(ShapeEdge(from: center, to: rim[index], fill0: before, fill1: style))
            edges.append(ShapeEdge(from: rim[index], to: rim[(index + 1) % count], fill1: style))
        }
        let fills = [Paint](repeating: .solid(color), count: count)
        return VectorShape(layers: [ShapeLayer(fills: fills, edges: edges)], bounds: .empty)
    }

    @Test(
        "200 abutting triangles of one colour show no seam at any rotation",
        arguments: [Quality.low, .medium, .high, .best])
    func seams(quality: Quality) {
        let color = RGBA(red: 201, green: 77, blue: 33)
        var canvas = TestCanvas(200, 200)
        canvas.quality = quality
        canvas.background = RGBA(red: 0, green: 40, blue: 255)
        let id = canvas.resources.add(Self.fan(color))
        for turn in 0..<20 {
            let map = Affine.rotation(Double(turn) * 0.0731, aroundX: 100, y: 100) * twips
            canvas.draw([.shape(id, map, .identity)])
            var wrong = 0
            for y in 0..<200 {
                for x in 0..<200 {
                    let (dx, dy) = (Double(x) + 0.5 - 100, Double(y) + 0.5 - 100)
                    // Within the inner circle of the star's rim.
                    if (dx * dx + dy * dy).squareRoot() < 67, canvas[x, y] != color.premultiplied { wrong += 1 }
                }
            }
            #expect(wrong == 0, "rotation \(turn)")
        }
    }

    @Test("the area of a polygon agrees with 16 by 16 samples a pixel")
    func supersampling() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<8 {
            let points = (0..<5).map { _ in (Double(random.below(800)) / 20, Double(random.below(800)) / 20) }
            let canvas = TestCanvas(40, 40)
            let id = canvas.resources.add(VectorShape.polygon(points, .solid(.black)))
            canvas.draw([.shape(id, twips, .identity)])
            var worst = 0.0
            var sum = 0.0
            for y in 0..<40 {
                for x in 0..<40 {
                    let expected = 255 - 255 * Self.share(points, x, y)
                    let difference = abs(expected - Double(channels(canvas[x, y])[3]))
                    worst = max(worst, difference)
                    sum += difference
                }
            }
            // Where the outline crosses itself within a pixel, area wound up and area wound down cancel.
            #expect(worst < 128)
            #expect(sum / 1600 < 0.5)
        }
    }

    @Test("a convex polygon is within 6/255 of 16 by 16 samples everywhere")
    func convex() {
        let points = [(3.3, 2.15), (36.4, 8.9), (31.2, 35.65), (9.05, 30.1)]
        let canvas = TestCanvas(40, 40)
        let id = canvas.resources.add(VectorShape.polygon(points, .solid(.black)))
        canvas.draw([.shape(id, twips, .identity)])
        for y in 0..<40 {
            for x in 0..<40 {
                let expected = 255 - 255 * Self.share(points, x, y)
                #expect(abs(expected - Double(channels(canvas[x, y])[3])) <= 6)
            }
        }
    }

    /// The share of a pixel inside a polygon by even and odd.
    private static func share(_ points: [(Double, Double)], _ x: Int, _ y: Int) -> Double {
        var hits = 0
        for row in 0..<16 {
            let sampleY = Double(y) + (Double(row) + 0.5) / 16
            for column in 0..<16 {
                let sampleX = Double(x) + (Double(column) + 0.5) / 16
                var isInside = false
                for index in points.indices {
                    let (a, b) = (points[index], points[(index + 1) % points.count])
                    if (a.1 <= sampleY) != (b.1 <= sampleY),
                        a.0 + (sampleY - a.1) / (b.1 - a.1) * (b.0 - a.0) <= sampleX
                    {
                        isInside.toggle()
                    }
                }
                if isInside { hits += 1 }
            }
        }
        return Double(hits) / 256
    }

    @Test("low: a pixel is in where its middle is; on an edge it belongs to the area right of it and below")
    func lowQuality() {
        var canvas = TestCanvas(8, 8)
        canvas.quality = .low
        let id = canvas.resources.add(VectorShape.rectangle(1.5, 2.5, 4, 3, .solid(.black)))
        canvas.draw([.shape(id, twips, .identity)])
        for y in 0..<8 {
            for x in 0..<8 {
                let isInside = (1..<5).contains(x) && (2..<5).contains(y)
                #expect(canvas[x, y] == (isInside ? 0xFF00_0000 : 0xFFFF_FFFF), "\(x), \(y)")
            }
        }
    }

    @Test("medium has 4 steps of coverage, high 16", arguments: [(Quality.medium, 2), (.high, 4)])
    func grids(quality: Quality, side: Int) {
        var canvas = TestCanvas(4, 4)
        canvas.quality = quality
        for step in 0...20 {
            let id = canvas.resources.add(VectorShape.rectangle(0, 0, 1 + Double(step) / 20, 4, .solid(.black)))
            canvas.draw([.shape(id, twips, .identity)])
            // Sample columns whose middle lies left of the edge.
            let columns = (0..<side).count { (Double($0) + 0.5) / Double(side) < Double(step) / 20 }
            let expected = 255 - 255 * columns / side
            #expect(abs(channels(canvas[1, 1])[3] - expected) <= 1, "\(step)")
        }
    }

    @Test("overlaps are empty by even and odd, full by winding number")
    func windingRules() {
        let star = (0..<5).map { step in
            let angle = Double(step) * 4 * .pi / 5 - .pi / 2
            return (50 + cosine(angle) * 45, 50 + sine(angle) * 45)
        }
        let canvas = TestCanvas(100, 100)
        let evenOdd = canvas.resources.add(VectorShape.polygon(star, .solid(.black)))
        canvas.draw([.shape(evenOdd, twips, .identity)])
        #expect(canvas[50, 50] == 0xFFFF_FFFF)
        #expect(canvas[50, 15] == 0xFF00_0000)
        let nonZero = canvas.resources.add(VectorShape.polygon(star, .solid(.black), isNonZero: true))
        canvas.draw([.shape(nonZero, twips, .identity)])
        #expect(canvas[50, 50] == 0xFF00_0000)
    }

    @Test("a fill on the left of an edge and one on the right are both drawn")
    func bothSides() {
        let canvas = TestCanvas(30, 10)
        let (red, blue) = (RGBA(red: 255, green: 0, blue: 0), RGBA(red: 0, green: 0, blue: 255))
        // The middle edge runs down: east of it, on its left, is red.
        var edges: [ShapeEdge] = [.line(15, 0, 15, 10)]
        edges[0].fill0 = 1
        edges[0].fill1 = 2
        edges += [
            .line(5, 0, 15, 0, fill1: 2), .line(15, 10, 5, 10, fill1: 2), .line(5, 10, 5, 0, fill1: 2),
            .line(15, 0, 25, 0, fill1: 1), .line(25, 0, 25, 10, fill1: 1), .line(25, 10, 15, 10, fill1: 1),
        ]
        let shape = VectorShape(layers: [ShapeLayer(fills: [.solid(red), .solid(blue)], edges: edges)], bounds: .empty)
        canvas.draw([.shape(canvas.resources.add(shape), twips, .identity)])
        #expect(canvas[10, 5] == blue.premultiplied)
        #expect(canvas[20, 5] == red.premultiplied)
        #expect(canvas[2, 5] == 0xFFFF_FFFF)
    }
}
