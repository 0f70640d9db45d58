import Base
import TestSupport
import Testing

@testable import Renderer

@Suite("Input of any kind")
struct RobustnessTests {
    @Test("huge, flat, mirrored and infinite matrices neither trap nor hang")
    func matrices() {
        let canvas = TestCanvas(50, 50)
        let gradient = Gradient(stops: [GradientStop(ratio: 0, color: .black), GradientStop(ratio: 255, color: .white)])
        var commands: [RenderCommand] = []
        let pixmap = canvas.resources.add(Pixmap(width: 3, height: 3))
        let paints: [Paint] = [
            .solid(.black), .linear(gradient, Affine(a: 0, d: 0)), .radial(gradient, Affine(a: 1e30), focalPoint: .nan),
            .radial(gradient, Affine(a: 1e-30, d: 1e-30), focalPoint: 5),
            .bitmap(pixmap, Affine(a: 1e-20, d: 1e20), isSmoothed: true, isRepeating: true),
            .linear(Gradient(stops: []), .identity),
        ]
        let maps = [
            Affine(a: 1e9, d: 1e9), Affine(a: 1e300, d: 1e300, tx: -1e300), Affine(a: 0, d: 0),
            Affine(a: -1, d: 1, tx: 1e12),
            Affine(a: .nan), Affine(a: .infinity), Affine(a: 1, b: 1, c: 1, d: 1), Affine(a: 1e-300, d: 1e-300),
            Affine(a: 0.05, d: 1e7, tx: 10), Affine(a: 1e7, d: 0.05, ty: 10),
        ]
        for paint in paints {
            let stroke = Stroke(width: 60, paint: paint)
            let id = canvas.resources.add(VectorShape.disc(20, 20, 15, paint, stroke: stroke))
            for map in maps {
                commands.append(.shape(id, map, .identity))
                commands.append(.bitmap(pixmap, map, .identity, isSmoothed: true))
            }
        }
        for quality in Quality.allCases {
            var canvas = canvas
            canvas.quality = quality
            canvas.draw(commands)
        }
        // What can be seen of a shape is drawn, however far the rest reaches.
        let far = canvas.resources.add(VectorShape.rectangle(-100, -100, 200, 200, .solid(.black)))
        canvas.draw([.shape(far, Affine(a: 1e6, d: 1e6), .identity)])
        #expect(canvas.pixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test("coordinates at the ends of 32 bits")
    func coordinates() {
        let canvas = TestCanvas(50, 50)
        let ends: [Int32] = [.min, -1, 0, 1, .max]
        var random = SeededRandom(seed: 3)
        for _ in 0..<50 {
            func point() -> TwipsPoint { TwipsPoint(x: ends[random.below(5)], y: ends[random.below(5)]) }
            var edges: [ShapeEdge] = []
            for _ in 0..<6 {
                edges.append(
                    ShapeEdge(
                        from: point(), to: point(), control: random.below(2) == 0 ? point() : nil,
                        fill0: UInt16(random.below(4)), fill1: UInt16(random.below(4)), line: UInt16(random.below(3))))
            }
            let layer = ShapeLayer(
                fills: [.solid(.black), .solid(.white)], strokes: [Stroke(width: 1e9, paint: .solid(.black))],
                edges: edges)
            let id = canvas.resources.add(VectorShape(layers: [layer], bounds: .empty))
            canvas.draw([.shape(id, twips, .identity), .shape(id, Affine(a: 1e-7, d: 1e-7, tx: 25, ty: 25), .identity)])
        }
    }

    @Test("edges that name no style, damage outside, an empty list, a shape that is gone")
    func absent() {
        let canvas = TestCanvas(20, 20)
        let shape = VectorShape(
            layers: [ShapeLayer(edges: VectorShape.closed([(0, 0), (9, 0), (9, 9)], fill1: 7, line: 9))], bounds: .empty
        )
        let id = canvas.resources.add(shape)
        canvas.draw([.shape(id, twips, .identity), .glyph(id, twips, .black)])
        #expect(canvas.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
        canvas.resources.remove(id)
        canvas.draw([.shape(id, twips, .identity)])
        canvas.draw([])
        let renderer = Renderer(resources: canvas.resources)
        renderer.draw(
            [], into: canvas.pixmap.target, background: .black, quality: .high,
            damage: [PixelRect(left: -50, top: 30, right: -1, bottom: 90), .empty])
        #expect(canvas.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
    }

    @Test("a shape of 3,000 styles is drawn in each of them")
    func manyStyles() {
        let canvas = TestCanvas(100, 60)
        var fills: [Paint] = []
        var edges: [ShapeEdge] = []
        for index in 0..<3000 {
            fills.append(.solid(RGBA(red: UInt8(index & 255), green: UInt8(index >> 8), blue: 77)))
            let (x, y) = (Double(index % 100), Double(index / 100) * 2)
            edges += VectorShape.closed([(x, y), (x + 1, y), (x + 1, y + 2), (x, y + 2)], fill1: UInt16(index + 1))
        }
        let id = canvas.resources.add(VectorShape(layers: [ShapeLayer(fills: fills, edges: edges)], bounds: .empty))
        for quality in [Quality.low, .best] {
            var canvas = canvas
            canvas.quality = quality
            canvas.draw([.shape(id, twips, .identity)])
            let wrong = (0..<6000).count { index in
                let style = index / 200 * 100 + index % 100
                return canvas.pixels[index] != 0xFF00_004D | UInt32(style & 255) << 16 | UInt32(style >> 8) << 8
            }
            #expect(wrong == 0)
        }
    }
}
