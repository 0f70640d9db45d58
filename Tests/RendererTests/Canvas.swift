import Base
import TestSupport

@testable import Renderer

/// A surface to draw on in a test, with resources of its own.
struct TestCanvas {
    let resources = RenderResources()
    let pixmap: Pixmap
    var quality = Quality.best
    var background = RGBA.white

    init(_ width: Int, _ height: Int) { pixmap = Pixmap(width: width, height: height, fill: 0xDEAD_BEEF) }

    /// Draws everything with a renderer of its own.
    func draw(_ commands: [RenderCommand], threads: Int = 1, stripHeight: Int = 64) {
        let renderer = Renderer(resources: resources, threads: threads, stripHeight: stripHeight)
        renderer.draw(
            commands, into: pixmap.target, background: background, quality: quality, damage: [pixmap.target.bounds])
    }

    subscript(x: Int, y: Int) -> UInt32 { pixmap.pixels[y * pixmap.width + x] }

    var pixels: [UInt32] { Array(UnsafeBufferPointer(start: pixmap.pixels, count: pixmap.width * pixmap.height)) }
}

/// Twips to pixels.
let twips = Affine(a: 1.0 / 20, d: 1.0 / 20)

extension ShapeEdge {
    /// A line between points in pixels.
    static func line(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double, fill1: UInt16 = 0, line: UInt16 = 0)
        -> Self
    {
        ShapeEdge(from: point(x0, y0), to: point(x1, y1), fill1: fill1, line: line)
    }

    static func point(_ x: Double, _ y: Double) -> TwipsPoint {
        TwipsPoint(x: Int32((x * 20).rounded()), y: Int32((y * 20).rounded()))
    }
}

extension VectorShape {
    /// A closed polygon in pixels, clockwise, with one fill.
    static func polygon(_ points: [(Double, Double)], _ paint: Paint, isNonZero: Bool = false) -> VectorShape {
        VectorShape(
            layers: [ShapeLayer(fills: [paint], edges: closed(points, fill1: 1))], bounds: .empty, isNonZero: isNonZero)
    }

    static func closed(_ points: [(Double, Double)], fill1: UInt16 = 0, line: UInt16 = 0) -> [ShapeEdge] {
        points.indices.map { index in
            let next = points[(index + 1) % points.count]
            return .line(points[index].0, points[index].1, next.0, next.1, fill1: fill1, line: line)
        }
    }

    static func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ paint: Paint) -> VectorShape {
        polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)], paint)
    }

    /// An open line through points in pixels.
    static func path(_ points: [(Double, Double)], _ stroke: Stroke) -> VectorShape {
        let edges = zip(points, points.dropFirst()).map { ShapeEdge.line($0.0, $0.1, $1.0, $1.1, line: 1) }
        return VectorShape(layers: [ShapeLayer(strokes: [stroke], edges: edges)], bounds: .empty)
    }

    /// A disc of eight quadratic curves.
    static func disc(_ x: Double, _ y: Double, _ radius: Double, _ paint: Paint, stroke: Stroke? = nil) -> VectorShape {
        let points = (0..<16).map { step -> TwipsPoint in
            let angle = Double(step) * .pi / 8
            let reach = step % 2 == 0 ? radius : radius / cosine(.pi / 8)
            return ShapeEdge.point(x + cosine(angle) * reach, y + sine(angle) * reach)
        }
        let edges = stride(from: 0, to: 16, by: 2).map { step in
            ShapeEdge(
                from: points[step], to: points[(step + 2) % 16], control: points[step + 1], fill1: 1,
                line: stroke == nil ? 0 : 1)
        }
        return VectorShape(
            layers: [ShapeLayer(fills: [paint], strokes: stroke.map { [$0] } ?? [], edges: edges)], bounds: .empty)
    }
}

extension Affine {
    static func rotation(_ angle: Double, aroundX x: Double, y: Double) -> Affine {
        let (s, c) = (sine(angle), cosine(angle))
        return Affine(a: c, b: s, c: -s, d: c, tx: x - c * x + s * y, ty: y - s * x - c * y)
    }
}

/// Premultiplied channels of a pixel.
func channels(_ pixel: UInt32) -> [Int] { [24, 16, 8, 0].map { Int(pixel >> UInt32($0) & 255) } }

/// The largest difference of any channel between two pixels.
func distance(_ a: UInt32, _ b: UInt32) -> Int { zip(channels(a), channels(b)).map { abs($0 - $1) }.max()! }
