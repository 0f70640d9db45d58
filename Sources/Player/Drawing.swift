import Base
import Renderer

/// What a script has drawn into a clip with `lineTo` and its like. Coordinates in twips of the clip.
///
/// Each fill is a layer of its own, so that later fills lie over earlier ones; strokes lie over the fill that they
/// were drawn with.
public final class Drawing {
    private let resources: RenderResources
    private var layers: [ShapeLayer] = []
    private var current = ShapeLayer()
    private var pen = TwipsPoint.zero
    private var fillStart = TwipsPoint.zero
    private var hasFill = false
    private var hasStroke = false
    private var shape: ShapeID?
    /// Bitmaps that fills name: they live as long as the drawing shows them.
    private var bitmaps: [Bitmap] = []
    public private(set) var bounds = TwipsRect.empty
    /// Without strokes.
    public private(set) var edgeBounds = TwipsRect.empty

    init(resources: RenderResources) { self.resources = resources }

    deinit { if let shape { resources.remove(shape) } }

    /// Where the pen is.
    var position: TwipsPoint { pen }
    public var isEmpty: Bool { layers.isEmpty && current.edges.isEmpty }

    func copy(from other: Drawing) {
        layers = other.layers
        bitmaps = other.bitmaps
        current = other.current
        (pen, fillStart, hasFill, hasStroke) = (other.pen, other.fillStart, other.hasFill, other.hasStroke)
        (bounds, edgeBounds) = (other.bounds, other.edgeBounds)
        drop()
    }

    // MARK: Styles

    public func clear() {
        layers.removeAll()
        current = ShapeLayer()
        (pen, fillStart) = (.zero, .zero)
        (hasFill, hasStroke) = (false, false)
        bitmaps.removeAll()
        (bounds, edgeBounds) = (.empty, .empty)
        drop()
    }

    public func beginFill(_ paint: Paint) {
        closeFill()
        startLayer(fill: paint)
        fillStart = pen
        hasFill = true
    }

    /// Keeps a bitmap that a fill names.
    public func keep(_ bitmap: Bitmap) {
        if !bitmaps.contains(where: { $0 === bitmap }) { bitmaps.append(bitmap) }
    }

    /// What is being filled with, nil where nothing is.
    public var currentFill: Paint? { hasFill ? current.fills.first : nil }

    /// Width and height of a bitmap that a fill names.
    public func bitmapSize(_ id: BitmapID) -> (width: Int, height: Int)? {
        bitmaps.first { $0.id == id }.map { ($0.width, $0.height) }
    }

    public func endFill() {
        closeFill()
        startLayer(fill: nil)
        hasFill = false
    }

    /// Nil: no stroke from here on.
    public func lineStyle(_ stroke: Stroke?) {
        if let stroke { current.strokes.append(stroke) }
        hasStroke = stroke != nil
    }

    /// Gives the stroke in force another paint.
    public func linePaint(_ paint: Paint) {
        guard hasStroke, var stroke = current.strokes.last else { return }
        stroke.paint = paint
        current.strokes.append(stroke)
    }

    // MARK: Lines

    public func move(to point: TwipsPoint) {
        closeFill()
        pen = point
        fillStart = point
    }

    public func line(to point: TwipsPoint) {
        append(ShapeEdge(from: pen, to: point, fill1: hasFill ? 1 : 0, line: line))
        grow(point)
        pen = point
        drop()
    }

    public func curve(to point: TwipsPoint, control: TwipsPoint) {
        append(ShapeEdge(from: pen, to: point, control: control, fill1: hasFill ? 1 : 0, line: line))
        for turn in Self.turns(pen, control, point) { grow(turn) }
        grow(point)
        pen = point
        drop()
    }

    /// Where a curve turns back, across or down: the farthest that it gets beyond its ends.
    private static func turns(_ from: TwipsPoint, _ control: TwipsPoint, _ to: TwipsPoint) -> [TwipsPoint] {
        func middle(_ a: Int32, _ b: Int32, _ c: Int32) -> Double? {
            let (a, b, c) = (Double(a), Double(b), Double(c))
            let t = (a - b) / (a - 2 * b + c)
            return t > 0 && t < 1 ? t : nil
        }
        func at(_ t: Double, _ a: Int32, _ b: Int32, _ c: Int32) -> Int32 {
            let rest = 1 - t
            return Int32(saturating: (rest * rest * Double(a) + 2 * rest * t * Double(b) + t * t * Double(c)).rounded())
        }
        return [middle(from.x, control.x, to.x), middle(from.y, control.y, to.y)].compactMap { $0 }.map { t in
            TwipsPoint(x: at(t, from.x, control.x, to.x), y: at(t, from.y, control.y, to.y))
        }
    }

    /// The stroke's number from 1, 0 without one.
    private var line: UInt16 { hasStroke ? UInt16(clamping: current.strokes.count) : 0 }

    private func append(_ edge: ShapeEdge) {
        if bounds.isEmpty && edgeBounds.isEmpty { grow(pen) }
        grow(edge.from)
        current.edges.append(edge)
    }

    private func grow(_ point: TwipsPoint) {
        edgeBounds = edgeBounds.union(point)
        let half = hasStroke ? Int32(saturating: ((current.strokes.last?.width ?? 0) / 2).rounded(.up)) : 0
        bounds = bounds.union(
            TwipsRect(xMin: point.x &- half, xMax: point.x &+ half, yMin: point.y &- half, yMax: point.y &+ half))
    }

    /// An open fill is closed by a line, which is stroked like any other.
    private func closeFill() {
        guard hasFill, pen != fillStart else { return }
        current.edges.append(ShapeEdge(from: pen, to: fillStart, fill1: 1, line: line))
        pen = fillStart
        drop()
    }

    private func startLayer(fill: Paint?) {
        let stroke = hasStroke ? current.strokes.last : nil
        if !current.edges.isEmpty { layers.append(current) }
        current = ShapeLayer(fills: fill.map { [$0] } ?? [], strokes: stroke.map { [$0] } ?? [])
    }

    private func drop() {
        if let shape { resources.remove(shape) }
        shape = nil
    }

    // MARK: The picture

    /// The drawing as a shape, nil where nothing is drawn. An open fill is shown closed.
    public func shapeID() -> ShapeID? {
        if let shape { return shape }
        guard !isEmpty else { return nil }
        let made = resources.add(snapshot)
        shape = made
        return made
    }

    /// What has been drawn so far.
    public var picture: VectorShape { snapshot }

    var snapshot: VectorShape {
        var all = layers
        if !current.edges.isEmpty {
            var last = current
            if hasFill && pen != fillStart {
                last.edges.append(ShapeEdge(from: pen, to: fillStart, fill1: 1, line: line))
            }
            all.append(last)
        }
        return VectorShape(layers: all, bounds: bounds)
    }
}
