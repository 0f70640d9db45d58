import Base
import TestSupport

@testable import Renderer

/// Scenes that use everything: shapes with all paints and strokes, bitmaps, masks, clips and layers.
struct RandomScene {
    var random: SeededRandom
    let size: Int
    var shapes: [ShapeID] = []
    var bitmaps: [BitmapID] = []

    init(seed: UInt64, size: Int, resources: RenderResources) {
        random = SeededRandom(seed: seed)
        self.size = size
        for _ in 0..<3 { bitmaps.append(resources.add(bitmap())) }
        for _ in 0..<8 { shapes.append(resources.add(shape())) }
    }

    private mutating func number(_ bound: Int) -> Double { Double(random.below(bound * 20)) / 20 }

    private mutating func color() -> RGBA {
        RGBA(
            red: UInt8(random.below(256)), green: UInt8(random.below(256)), blue: UInt8(random.below(256)),
            alpha: random.below(3) == 0 ? UInt8(random.below(256)) : 255)
    }

    private mutating func bitmap() -> Pixmap {
        let pixmap = Pixmap(width: 5 + random.below(20), height: 5 + random.below(20))
        for index in 0..<pixmap.width * pixmap.height { pixmap.pixels[index] = color().premultiplied }
        return pixmap
    }

    private mutating func paint() -> Paint {
        let stops = [
            GradientStop(ratio: 0, color: color()), GradientStop(ratio: 128, color: color()),
            GradientStop(ratio: 255, color: color()),
        ]
        let spread: GradientSpread = [.pad, .reflect, .repeat][random.below(3)]
        let gradient = Gradient(stops: stops, spread: spread, interpolation: random.below(2) == 0 ? .rgb : .linearRGB)
        let map = Affine(a: 0.02, b: 0.01, c: -0.01, d: 0.03, tx: number(40) * 20, ty: number(40) * 20)
        switch random.below(6) {
        case 0: return .linear(gradient, map)
        case 1: return .radial(gradient, map, focalPoint: 0)
        case 2: return .radial(gradient, map, focalPoint: 0.6)
        case 3:
            return .bitmap(
                bitmaps[random.below(bitmaps.count)], Affine(a: 30, b: 4, c: -7, d: 25, tx: 100, ty: 50),
                isSmoothed: random.below(2) == 0, isRepeating: random.below(2) == 0)
        default: return .solid(color())
        }
    }

    private mutating func shape() -> VectorShape {
        let fills = (0..<1 + random.below(7)).map { _ in paint() }
        var strokes: [Stroke] = []
        for _ in 0..<random.below(3) {
            var stroke = Stroke(width: number(6) * 20, paint: paint())
            stroke.join = [.round, .bevel, .miter(limit: 4)][random.below(3)]
            stroke.startCap = [.round, .none, .square][random.below(3)]
            strokes.append(stroke)
        }
        var edges: [ShapeEdge] = []
        for _ in 0..<1 + random.below(4) {
            let start = ShapeEdge.point(number(50), number(50))
            var from = start
            let count = 3 + random.below(5)
            let (fill0, fill1) = (UInt16(random.below(fills.count + 1)), UInt16(random.below(fills.count + 1)))
            let line = UInt16(random.below(strokes.count + 1))
            for index in 0..<count {
                let to = index == count - 1 ? start : ShapeEdge.point(number(50), number(50))
                let control = random.below(2) == 0 ? ShapeEdge.point(number(50), number(50)) : nil
                edges.append(
                    ShapeEdge(from: from, to: to, control: control, fill0: fill0, fill1: fill1, line: line))
                from = to
            }
        }
        return VectorShape(
            layers: [ShapeLayer(fills: fills, strokes: strokes, edges: edges)], bounds: .empty,
            isNonZero: random.below(3) == 0)
    }

    private mutating func map() -> Affine {
        let turn = Affine.rotation(number(6), aroundX: 0, y: 0)
        let scale = random.below(3) == 0 ? 0.3 + number(2) : 1
        return Affine(a: scale, d: scale, tx: number(size) - 20, ty: number(size) - 20) * turn * twips
    }

    mutating func leaf() -> RenderCommand {
        switch random.below(8) {
        case 0:
            return .bitmap(
                bitmaps[random.below(3)], Affine(tx: number(size).rounded(), ty: 7), .identity, isSmoothed: true)
        case 1:
            return .bitmap(
                bitmaps[random.below(3)], Affine(a: 2.1, b: 0.7, c: -0.4, d: 1.8, tx: number(size), ty: number(size)),
                ColorTransform(redMultiplier: 128, alphaMultiplier: 200, greenOffset: 20),
                isSmoothed: random.below(2) == 0)
        case 2: return .rectangle(rect(), color())
        case 3: return .glyph(shapes[random.below(shapes.count)], map(), color())
        default:
            return .shape(
                shapes[random.below(shapes.count)], map(),
                random.below(3) == 0 ? ColorTransform(blueMultiplier: 300, alphaMultiplier: 180) : .identity)
        }
    }

    private mutating func rect() -> PixelRect {
        let (left, top) = (random.below(size), random.below(size))
        return PixelRect(left: left, top: top, right: left + random.below(size), bottom: top + random.below(size))
    }

    mutating func commands(_ count: Int, depth: Int = 0) -> [RenderCommand] {
        var result: [RenderCommand] = []
        for _ in 0..<count {
            let kind = depth < 3 ? random.below(10) : 9
            switch kind {
            case 0:
                result.append(.maskBegin)
                result += commands(1 + random.below(2), depth: depth + 1)
                result.append(.maskEnd)
                result += commands(1 + random.below(3), depth: depth + 1)
                result.append(.maskPop)
            case 1:
                result.append(.clipPush(rect()))
                result += commands(1 + random.below(3), depth: depth + 1)
                result.append(.clipPop)
            case 2:
                let mode = BlendMode.allCases[random.below(BlendMode.allCases.count)]
                let transform = random.below(2) == 0 ? ColorTransform.identity : ColorTransform(alphaMultiplier: 150)
                result.append(.layerPush(rect(), mode, transform))
                result += commands(1 + random.below(3), depth: depth + 1)
                result.append(.layerPop)
            default: result.append(leaf())
            }
        }
        return result
    }
}
