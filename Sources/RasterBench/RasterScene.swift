import Base
import Renderer

/// A scene for the renderer, and the same as text for the program that draws it with cairo (`scripts/raster-cairo.c`).
struct RasterScene {
    let name: String
    /// How many times as fast as cairo this is to be drawn, on one thread.
    let wanted: Double
    let resources = RenderResources()
    private(set) var commands: [RenderCommand] = []
    private(set) var text: String

    static let (width, height) = (800, 600)
    static let bounds = PixelRect(left: 0, top: 0, right: width, bottom: height)

    init(_ name: String, wanted: Double) {
        self.name = name
        self.wanted = wanted
        text = "size \(Self.width) \(Self.height)\n"
    }

    /// An outline in pixels: from the first point on, a control point and an end, or the same twice for a line.
    struct Outline {
        var start: SIMD2<Double>
        var pieces: [(control: SIMD2<Double>?, end: SIMD2<Double>)] = []
    }

    enum Fill {
        case solid(RGBA)
        case radial(SIMD2<Double>, radius: Double)
        case linear(SIMD2<Double>, SIMD2<Double>)
    }

    private static let twips = Affine(a: 0.05, d: 0.05)
    private static let gradient = Gradient(stops: [
        GradientStop(ratio: 0, color: .white),
        GradientStop(ratio: 255, color: RGBA(red: 0, green: 0, blue: 255, alpha: 128)),
    ])

    private static func paint(_ fill: Fill) -> Paint {
        switch fill {
        case .solid(let color): return .solid(color)
        case .radial(let centre, let radius):
            let scale = radius * 20 / 16_384
            return .radial(
                gradient, Affine(a: scale, d: scale, tx: centre.x * 20, ty: centre.y * 20), focalPoint: 0)
        case .linear(let from, let to):
            let half = (to - from) * 10 / 16_384
            let middle = (from + to) * 10
            return .linear(
                gradient, Affine(a: half.x, b: half.y, c: -half.y, d: half.x, tx: middle.x, ty: middle.y))
        }
    }

    private mutating func say(_ fill: Fill) {
        switch fill {
        case .solid(let color):
            let parts = [color.red, color.green, color.blue, color.alpha].map { "\(Double($0) / 255)" }
            text += "solid " + parts.joined(separator: " ") + "\n"
        case .radial(let centre, let radius): text += "radial \(centre.x) \(centre.y) \(radius)\n"
        case .linear(let from, let to): text += "linear \(from.x) \(from.y) \(to.x) \(to.y)\n"
        }
    }

    private mutating func say(_ outline: Outline) {
        text += "m \(outline.start.x) \(outline.start.y)\n"
        for piece in outline.pieces {
            if let control = piece.control {
                text += "q \(control.x) \(control.y) \(piece.end.x) \(piece.end.y)\n"
            } else {
                text += "l \(piece.end.x) \(piece.end.y)\n"
            }
        }
        text += "z\n"
    }

    /// One shape of many outlines, each with its fill; `stroke` in pixels, black.
    mutating func add(_ parts: [(Outline, Fill)], stroke: Double? = nil) {
        struct Line: Hashable { var from, to: TwipsPoint }
        var lines: [Line: Int] = [:]
        var layer = ShapeLayer()
        if let stroke { layer.strokes = [Stroke(width: stroke * 20, paint: .solid(.black))] }
        for (outline, fill) in parts {
            let paint = Self.paint(fill)
            let known = layer.fills.firstIndex(of: paint)
            if known == nil { layer.fills.append(paint) }
            let style = UInt16((known ?? layer.fills.count - 1) + 1)
            var from = Self.point(outline.start)
            for piece in outline.pieces {
                let to = Self.point(piece.end)
                defer { from = to }
                // As files have it: where two areas abut there is one edge, with a fill on either side.
                if piece.control == nil, stroke == nil, let other = lines[Line(from: to, to: from)] {
                    layer.edges[other].fill0 = style
                    continue
                }
                lines[Line(from: from, to: to)] = layer.edges.count
                layer.edges.append(
                    ShapeEdge(
                        from: from, to: to, control: piece.control.map { Self.point($0) },
                        fill1: style, line: stroke == nil ? 0 : 1))
            }
            say(fill)
            say(outline)
            guard let stroke else {
                text += "fill\n"
                continue
            }
            text += "keep\nsolid 0 0 0 1\nstroke \(stroke)\n"
        }
        commands.append(.shape(resources.add(VectorShape(layers: [layer], bounds: .empty)), Self.twips, .identity))
    }

    private static func point(_ point: SIMD2<Double>) -> TwipsPoint {
        TwipsPoint(x: Int32((point.x * 20).rounded()), y: Int32((point.y * 20).rounded()))
    }

    /// Pictures of a soft disc, joined to what is below by a mode that cairo has too.
    mutating func addSprites(size: Int, _ places: [Affine], _ mode: BlendMode = .normal, isSmoothed: Bool) {
        let sprite = Pixmap(width: size, height: size)
        for y in 0..<size {
            for x in 0..<size {
                let (dx, dy) = ((Double(x) + 0.5) / Double(size) * 2 - 1, (Double(y) + 0.5) / Double(size) * 2 - 1)
                let distance = (dx * dx + dy * dy).squareRoot()
                let alpha = distance < 1 ? UInt32((1 - distance) * 255) : 0
                sprite.pixels[y * size + x] = alpha << 24 | alpha << 16 | (alpha / 2) << 8 | alpha / 4
            }
        }
        let id = resources.add(sprite)
        text += "sprite \(size) \(size)\n\(mode == .add ? "add" : mode == .multiply ? "multiply" : "over")\n"
        for place in places {
            text += "image \(place.a) \(place.b) \(place.c) \(place.d) \(place.tx) \(place.ty) \(isSmoothed ? 0 : 1)\n"
            let draw = RenderCommand.bitmap(id, place, .identity, isSmoothed: isSmoothed)
            if mode == .normal {
                commands.append(draw)
                continue
            }
            // Flash draws what has a mode on a layer of its own.
            let (left, top) = (Int(place.tx), Int(place.ty))
            let rect = PixelRect(left: left, top: top, right: left + size, bottom: top + size)
            commands += [.layerPush(rect, mode, .identity), draw, .layerPop]
        }
    }
}
