import Base
import TestSupport
import Testing

@testable import Renderer

@Suite("Masks, clips and layers")
struct MaskAndLayerTests {
    private let canvas = TestCanvas(60, 60)

    private func square(_ x: Double, _ y: Double, _ size: Double, _ color: RGBA = .black) -> RenderCommand {
        .shape(canvas.resources.add(VectorShape.rectangle(x, y, size, size, .solid(color))), twips, .identity)
    }

    /// Columns of a row that are not white.
    private func drawn(row: Int) -> [Int] { (0..<60).filter { canvas[$0, row] != 0xFFFF_FFFF } }

    @Test("a mask shows what is drawn after it only where it covers, until it goes")
    func mask() {
        canvas.draw([.maskBegin, square(10, 10, 20), .maskEnd, square(20, 20, 30), .maskPop, square(55, 25, 2)])
        #expect(drawn(row: 25) == Array(20..<30) + [55, 56])
        #expect(drawn(row: 35) == [])
    }

    @Test("masks nest: what is inside shows through all of them")
    func nested() {
        canvas.draw([
            .maskBegin, square(0, 0, 30), .maskEnd,
            .maskBegin, square(20, 0, 30), .maskEnd, square(0, 0, 60), .maskPop,
            square(0, 40, 60), .maskPop,
        ])
        #expect(drawn(row: 10) == Array(20..<30))
        #expect(drawn(row: 45) == [])
    }

    @Test("a mask may itself be masked while it is made")
    func maskedMask() {
        canvas.draw([
            .maskBegin, .maskBegin, square(0, 0, 25), .maskEnd, square(15, 0, 30), .maskPop, .maskEnd,
            square(0, 0, 60), .maskPop,
        ])
        #expect(drawn(row: 10) == Array(15..<25))
    }

    @Test("strokes of a mask count for nothing, its colours neither")
    func strokesOfMasks() {
        var stroke = Stroke(width: 200, paint: .solid(.black))
        stroke.join = .bevel
        let shape = VectorShape(
            layers: [
                ShapeLayer(
                    fills: [.solid(.clear)], strokes: [stroke],
                    edges: VectorShape.closed([(20, 20), (40, 20), (40, 40), (20, 40)], fill1: 1, line: 1))
            ], bounds: .empty)
        let mask = RenderCommand.shape(canvas.resources.add(shape), twips, .identity)
        canvas.draw([.maskBegin, mask, .maskEnd, square(0, 0, 60), .maskPop])
        #expect(drawn(row: 30) == Array(20..<40))
    }

    @Test("a bitmap in a mask counts its rectangle, however clear it is")
    func bitmapMask() {
        let bitmap = canvas.resources.add(Pixmap(width: 10, height: 10))
        canvas.draw([
            .maskBegin, .bitmap(bitmap, Affine(tx: 5, ty: 5), .identity, isSmoothed: false), .maskEnd,
            square(0, 0, 60), .maskPop,
        ])
        #expect(drawn(row: 10) == Array(5..<15))
    }

    @Test("the rim of a mask is as smooth as that of a shape")
    func smoothMask() {
        canvas.draw([.maskBegin, square(10.25, 10, 20), .maskEnd, square(0, 0, 60), .maskPop])
        #expect(distance(canvas[10, 15], 0xFF40_4040) <= 1)
        canvas.draw([square(10.25, 10, 20)])
        #expect(distance(canvas[10, 15], 0xFF40_4040) <= 1)
    }

    @Test("clips are rectangles and nest")
    func clips() {
        canvas.draw([
            .clipPush(PixelRect(left: 5, top: 5, right: 30, bottom: 30)),
            .clipPush(PixelRect(left: 20, top: 0, right: 60, bottom: 60)), square(0, 0, 60), .clipPop,
            square(0, 20, 7), .clipPop, square(50, 20, 3),
        ])
        #expect(drawn(row: 10) == Array(20..<30))
        #expect(drawn(row: 22) == [5, 6] + Array(20..<30) + [50, 51, 52])
    }

    @Test("a layer joins as a whole: overlapping parts do not show through each other")
    func layer() {
        let rect = PixelRect(left: 0, top: 0, right: 60, bottom: 60)
        canvas.draw([
            .layerPush(rect, .layer, ColorTransform(alphaMultiplier: 128)), square(10, 10, 20), square(20, 10, 20),
            .layerPop,
        ])
        #expect(canvas[25, 15] == canvas[12, 15])
        #expect(distance(canvas[25, 15], 0xFF7F_7F7F) <= 1)
    }

    @Test("a bitmap alone on a layer looks as it does with company", arguments: BlendMode.allCases)
    func foldedLayer(mode: BlendMode) {
        let pixmap = Pixmap(width: 20, height: 20)
        for index in 0..<400 {
            pixmap.pixels[index] =
                RGBA(red: UInt8(index % 256), green: 90, blue: 200, alpha: UInt8(index * 7 % 256)).premultiplied
        }
        let id = canvas.resources.add(pixmap)
        let picture = RenderCommand.bitmap(id, Affine(tx: 10, ty: 10), .identity, isSmoothed: false)
        // Cut at the right, and with something that does not show.
        let rect = PixelRect(left: 5, top: 5, right: 25, bottom: 40)
        let nothing = RenderCommand.rectangle(PixelRect(left: 6, top: 6, right: 7, bottom: 7), .clear)
        func drawn(_ layer: [RenderCommand]) -> [UInt32] {
            canvas.draw(
                [square(0, 0, 40, RGBA(red: 30, green: 160, blue: 80)), .layerPush(rect, mode, .identity)] + layer
                    + [.layerPop])
            return canvas.pixels
        }
        #expect(drawn([picture]) == drawn([nothing, picture]))
    }

    /// Each mode over an opaque backdrop, by its formula on straight colours.
    @Test("blend modes", arguments: BlendMode.allCases)
    func blendModes(mode: BlendMode) {
        let below = RGBA(red: 200, green: 40, blue: 120)
        let above = RGBA(red: 100, green: 220, blue: 90)
        let rect = PixelRect(left: 0, top: 0, right: 60, bottom: 60)
        canvas.draw([
            .layerPush(rect, .layer, .identity), square(0, 0, 60, below), .layerPush(rect, mode, .identity),
            square(10, 10, 20, above), .layerPop, .layerPop,
        ])
        // Where the layer is clear no mode changes anything.
        #expect(canvas[5, 5] == below.premultiplied)
        func mix(_ s: Double, _ d: Double) -> Double {
            switch mode {
            case .normal, .layer: s
            case .multiply: s * d
            case .screen: s + d - s * d
            case .lighten: max(s, d)
            case .darken: min(s, d)
            case .difference: abs(s - d)
            case .add: min(1, s + d)
            case .subtract: max(0, d - s)
            case .invert: 1 - d
            // The source is opaque: alpha keeps the backdrop, erase takes it away (white shows below).
            case .alpha: d
            case .erase: 1
            case .overlay: d <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d)
            case .hardLight: s <= 0.5 ? 2 * s * d : 1 - 2 * (1 - s) * (1 - d)
            }
        }
        func channel(_ s: UInt8, _ d: UInt8) -> UInt32 {
            UInt32((mix(Double(s) / 255, Double(d) / 255) * 255).rounded())
        }
        let expected =
            0xFF00_0000 | channel(above.red, below.red) << 16 | channel(above.green, below.green) << 8
            | channel(above.blue, below.blue)
        #expect(distance(canvas[15, 15], expected) <= 2)
    }

    @Test("alpha and erase do nothing where no layer is around them", arguments: [BlendMode.alpha, .erase])
    func noLayer(mode: BlendMode) {
        let rect = PixelRect(left: 0, top: 0, right: 60, bottom: 60)
        canvas.draw([square(0, 0, 60), .layerPush(rect, mode, .identity), square(10, 10, 20), .layerPop])
        #expect(canvas.pixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test("lists whose pushes and pops do not match are drawn all the same")
    func unbalanced() {
        canvas.draw([.maskEnd, .maskPop, .layerPop, .clipPop, square(10, 10, 10)])
        #expect(drawn(row: 15) == Array(10..<20))
        canvas.draw([.maskBegin, square(10, 10, 10)])
        #expect(drawn(row: 15) == [])
        canvas.draw([.layerPush(PixelRect(left: 0, top: 0, right: 60, bottom: 60), .multiply, .identity), .maskPop])
        canvas.draw([square(10, 10, 10)])
        #expect(drawn(row: 15) == Array(10..<20))
    }

    @Test("a thousand nested masks and layers neither crash nor fill memory")
    func deep() {
        let rect = PixelRect(left: 0, top: 0, right: 60, bottom: 60)
        var commands: [RenderCommand] = []
        for _ in 0..<1000 {
            commands += [.layerPush(rect, .screen, .identity), .maskBegin, square(0, 0, 60), .maskEnd]
        }
        commands.append(square(10, 10, 10))
        for _ in 0..<1000 { commands += [.maskPop, .layerPop] }
        canvas.draw(commands)
        canvas.draw([square(10, 10, 10)])
        #expect(drawn(row: 15) == Array(10..<20))
    }
}
