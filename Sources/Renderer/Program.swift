import Base

/// How a layer meets what is below it.
enum LayerJoin {
    case blend(BlendMode)
    case alphaMask
    /// A program, by its place in ``Program/blends``.
    case program(Int)
}

/// One step of a ``Program``. Plain data: the edges belong to shapes that the caches keep through the draw call.
struct Operation {
    enum Kind {
        case edges, glyph, rectangle, blit, maskBegin, maskEnd, maskPop, clipPush, clipPop, layerPush, layerPop
    }

    var kind: Kind
    /// Pixels that may change; of a clip or layer, its rectangle.
    var bounds = PixelRect.empty
    var edges = EdgeList.none
    var tx = 0.0
    var ty = 0.0
    /// Of a glyph: a weight for each pixel of the bounds.
    var picture: UnsafePointer<UInt16>?
    var firstPaint = 0
    var isNonZero = false
    /// Of a layer.
    var join = LayerJoin.blend(.normal)
    var transform = ColorTransform.identity
}

/// What decides whether an operation concerns a rectangle: small, as each strip looks at all of them.
struct OperationHead {
    /// Whether it draws within its bounds, and does nothing else.
    var isDrawing: Bool
    var left, top, right, bottom: Int32

    init(_ operation: Operation) {
        switch operation.kind {
        case .edges, .glyph, .rectangle, .blit: isDrawing = true
        case .maskBegin, .maskEnd, .maskPop, .clipPush, .clipPop, .layerPush, .layerPop: isDrawing = false
        }
        left = Int32(clamping: operation.bounds.left)
        top = Int32(clamping: operation.bounds.top)
        right = Int32(clamping: operation.bounds.right)
        bottom = Int32(clamping: operation.bounds.bottom)
    }

    @inline(__always)
    func touches(_ rect: PixelRect) -> Bool {
        Int(left) < rect.right && Int(right) > rect.left && Int(top) < rect.bottom && Int(bottom) > rect.top
    }
}

extension EdgeList {
    static let none = EdgeList(
        edges: UnsafeMutablePointer(bitPattern: 8)!, count: 0, xMin: 1, yMin: 1, xMax: 0, yMax: 0, styles: 0,
        stretches: nil)
}

extension EdgeList: @unchecked Sendable {}

/// A command list made ready: shapes flattened, paints prepared. What the workers run, each within its rectangle.
struct Program: @unchecked Sendable {
    /// nil where there are none.
    var operations: UnsafePointer<Operation>?
    /// One for each operation.
    var heads: UnsafePointer<OperationHead>?
    var count: Int
    var paints: UnsafePointer<PreparedPaint>
    var target: PixelTarget
    var background: UInt32
    var sampling: Sampling
    /// What joins layers, where no blend mode does.
    var blends: [ProgramReference]
}

/// Translates commands into operations.
final class ProgramBuilder {
    private(set) var operations: [Operation] = []
    private var heads: [OperationHead] = []
    private(set) var paints: [PreparedPaint] = []
    private let resources: RenderResources
    private let shapes: ShapeCache
    private let ramps: RampCache
    private let glyphs: GlyphCache
    private var sampling = Sampling.area
    /// Edges made for this draw call alone: rectangles of bitmaps.
    private var quads: [FlatEdges] = []
    /// Programs that join layers.
    private var blends: [ProgramReference] = []
    /// Pictures made for this draw call alone: what programs fill areas with.
    private var fillPictures: [Pixmap] = []
    /// Whether layers are joined by programs, which may look at pixels around: the picture is then drawn in one piece.
    var needsWhole: Bool { !blends.isEmpty }
    /// Masks being made.
    private var maskDepth = 0

    init(resources: RenderResources, shapes: ShapeCache, ramps: RampCache, glyphs: GlyphCache) {
        self.resources = resources
        self.shapes = shapes
        self.ramps = ramps
        self.glyphs = glyphs
    }

    /// Starts afresh. Memory is kept.
    func reset(_ sampling: Sampling) {
        self.sampling = sampling
        operations.removeAll(keepingCapacity: true)
        paints.removeAll(keepingCapacity: true)
        quads.removeAll(keepingCapacity: true)
        blends.removeAll(keepingCapacity: true)
        fillPictures.removeAll(keepingCapacity: true)
        maskDepth = 0
    }

    /// Calls `body` with what has been added. The program is good only within the call.
    func withProgram(target: PixelTarget, background: UInt32, _ body: (Program) -> Void) {
        heads.removeAll(keepingCapacity: true)
        for index in operations.indices { heads.append(OperationHead(operations[index])) }
        // A list without paints still needs an address.
        if paints.isEmpty { paints.append(.clear) }
        operations.withUnsafeBufferPointer { operations in
            paints.withUnsafeBufferPointer { paints in
                heads.withUnsafeBufferPointer { heads in
                    body(
                        Program(
                            operations: operations.baseAddress, heads: heads.baseAddress, count: operations.count,
                            paints: paints.baseAddress!, target: target, background: background, sampling: sampling,
                            blends: blends))
                }
            }
        }
    }

    /// Adds a command, unless it can touch nothing within `visible`.
    func add(_ command: RenderCommand, visible: PixelRect) {
        switch command {
        case .shape(let id, let map, let transform): addShape(id, map, transform, visible)
        case .glyph(let id, let map, let color): addGlyph(id, map, color, visible)
        case .bitmap(let id, let map, let transform, let isSmoothed):
            addBitmap(id, map, transform, isSmoothed: isSmoothed, visible)
        case .projected(let id, let projection, let transform): addProjected(id, projection, transform, visible)
        case .rectangle(let rect, let color):
            if !rect.intersects(visible) { return }
            operations.append(Operation(kind: .rectangle, bounds: rect, firstPaint: paints.count))
            paints.append(.solid(color))
        case .maskBegin:
            maskDepth += 1
            operations.append(Operation(kind: .maskBegin))
        case .maskEnd:
            maskDepth = max(0, maskDepth - 1)
            operations.append(Operation(kind: .maskEnd))
        case .maskPop: operations.append(Operation(kind: .maskPop))
        case .clipPush(let rect): operations.append(Operation(kind: .clipPush, bounds: rect))
        case .clipPop: operations.append(Operation(kind: .clipPop))
        case .layerPush(let rect, let mode, let transform):
            operations.append(Operation(kind: .layerPush, bounds: rect, join: .blend(mode), transform: transform))
        case .programLayerPush(let rect, let program):
            operations.append(Operation(kind: .layerPush, bounds: rect, join: .program(blends.count)))
            blends.append(program)
        case .alphaMaskPush(let rect):
            operations.append(Operation(kind: .layerPush, bounds: rect, join: .alphaMask))
        case .layerPop: operations.append(Operation(kind: .layerPop))
        case .filterPush, .filterPop: break  // ``FilterGroups`` has taken them out.
        }
    }

    /// Adds a layer that holds nothing but a bitmap at whole pixels: it needs no surface, the bitmap itself is joined to
    /// what is below. False where it is not so simple; then nothing was added.
    func addJoined(_ layer: RenderCommand, _ picture: RenderCommand, visible: PixelRect) -> Bool {
        guard case .layerPush(let rect, let mode, let layerTransform) = layer, layerTransform.isIdentity,
            mode != .alpha, mode != .erase, maskDepth == 0,
            case .bitmap(let id, let map, let transform, _) = picture, transform.isIdentity,
            let pixmap = resources.pixmap(id), !pixmap.mayExceedAlpha, let bounds = Self.wholePixels(pixmap, map)
        else { return false }
        if !bounds.intersection(rect).intersects(visible) { return true }
        let isInside = rect.intersection(bounds) == bounds
        if !isInside { operations.append(Operation(kind: .clipPush, bounds: rect)) }
        addBlit(pixmap, map, bounds, transform, .blend(mode))
        if !isInside { operations.append(Operation(kind: .clipPop)) }
        return true
    }

    /// The pixels that a bitmap covers where it is neither scaled nor turned nor between pixels.
    private static func wholePixels(_ pixmap: Pixmap, _ map: Affine) -> PixelRect? {
        guard map.a == 1, map.b == 0, map.c == 0, map.d == 1, map.tx == map.tx.rounded(), map.ty == map.ty.rounded(),
            map.isFinite
        else { return nil }
        let left = Int(Int32(saturating: map.tx))
        let top = Int(Int32(saturating: map.ty))
        return PixelRect(left: left, top: top, right: left + pixmap.width, bottom: top + pixmap.height)
    }

    private func addBlit(
        _ pixmap: Pixmap, _ map: Affine, _ bounds: PixelRect, _ transform: ColorTransform, _ join: LayerJoin
    ) {
        var paint = PreparedPaint()
        paint.kind = .bitmap
        paint.inverse = Affine(tx: -map.tx, ty: -map.ty)
        paint.bitmap = BitmapSource(pixmap, isSmoothed: false, isRepeating: false, transform)
        paint.isOpaque = pixmap.coversAll && transform.isIdentity
        operations.append(Operation(kind: .blit, bounds: bounds, firstPaint: paints.count, join: join))
        paints.append(paint)
    }

    private func addShape(_ id: ShapeID, _ map: Affine, _ transform: ColorTransform, _ visible: PixelRect) {
        guard let shape = resources.shape(id), map.isFinite else { return }
        // Bounds as the file states them may be wrong, so the flattened shape decides. Quirk: with one sample a pixel
        // there is no hinting.
        let flat = shapes.flat(
            shape, id, map, isHinted: resources.extent(id)?.isHinted ?? false,
            isPointSampled: sampling.sampleCount == 1)
        for (layer, styles) in zip(flat.layers, shape.layers) {
            append(layer.fills.list, map, visible, isNonZero: shape.isNonZero) { area in
                for paint in styles.fills { paints.append(prepare(paint, map, transform, area)) }
            }
            // The strokes of a mask count for nothing.
            if maskDepth > 0 { continue }
            for stroke in layer.strokes {
                append(stroke.edges.list, map, visible, isNonZero: true) { area in
                    paints.append(prepare(styles.strokes[stroke.style].paint, map, transform, area))
                }
            }
        }
    }

    private func addGlyph(_ id: ShapeID, _ map: Affine, _ color: RGBA, _ visible: PixelRect) {
        guard let shape = resources.shape(id), map.isFinite else { return }
        let flat = shapes.flat(shape, id, map, isHinted: false)
        // One sample a pixel is as fast without a picture, and pictures round places to 1/256.
        if sampling.sampleCount != 1, flat.layers.first?.fills.list.styles == 1,
            let (picture, x, y) = glyphs.picture(flat, id, map, isNonZero: shape.isNonZero, sampling)
        {
            let bounds = PixelRect(
                left: picture.bounds.left + x, top: picture.bounds.top + y, right: picture.bounds.right + x,
                bottom: picture.bounds.bottom + y)
            if !bounds.intersects(visible) { return }
            operations.append(
                Operation(
                    kind: .glyph, bounds: bounds, picture: UnsafePointer(picture.weights), firstPaint: paints.count))
            paints.append(.solid(color))
            return
        }
        for layer in flat.layers {
            append(layer.fills.list, map, visible, isNonZero: shape.isNonZero) { _ in
                for _ in 0..<layer.fills.list.styles { paints.append(.solid(color)) }
            }
        }
    }

    private func append(
        _ edges: EdgeList, _ map: Affine, _ visible: PixelRect, isNonZero: Bool, _ addPaints: (PixelRect) -> Void
    ) {
        let bounds = edges.pixelBounds(tx: map.tx, ty: map.ty)
        if !bounds.intersects(visible) { return }
        operations.append(
            Operation(
                kind: .edges, bounds: bounds, edges: edges, tx: map.tx, ty: map.ty, firstPaint: paints.count,
                isNonZero: isNonZero))
        addPaints(bounds.intersection(visible))
    }

    private func addBitmap(
        _ id: BitmapID, _ map: Affine, _ transform: ColorTransform, isSmoothed: Bool, _ visible: PixelRect
    ) {
        guard let pixmap = resources.pixmap(id), map.isFinite else { return }
        if let bounds = Self.wholePixels(pixmap, map) {
            if bounds.intersects(visible) { addBlit(pixmap, map, bounds, transform, .blend(.normal)) }
            return
        }
        var paint = PreparedPaint()
        paint.kind = .bitmap
        paint.inverse = map.inverse ?? Affine(a: 0, b: 0, c: 0, d: 0)
        paint.bitmap = BitmapSource(pixmap, isSmoothed: isSmoothed, isRepeating: false, transform)
        paint.isOpaque = pixmap.coversAll && transform.isIdentity
        let corners = [(0, 0), (pixmap.width, 0), (pixmap.width, pixmap.height), (0, pixmap.height)].map {
            map.linear(SIMD2(Double($0.0), Double($0.1)))
        }
        let edges = (0..<4).map { index in
            let from = corners[index]
            let to = corners[(index + 1) & 3]
            return FlatEdge(
                x0: Float(from.x), y0: Float(from.y), x1: Float(to.x), y1: Float(to.y), left: FlatEdge.none, right: 0)
        }
        let quad = FlatEdges(edges, styles: 1)
        append(quad.list, map, visible, isNonZero: true) { _ in paints.append(paint) }
        quads.append(quad)
    }

    private func addProjected(
        _ id: BitmapID, _ projection: Projection, _ transform: ColorTransform, _ visible: PixelRect
    ) {
        guard let pixmap = resources.pixmap(id), projection.isFinite, let inverse = projection.inverse else { return }
        let outline = projection.outline(width: Double(pixmap.width + 1), height: Double(pixmap.height + 1))
        let corners = PolygonClip.clip(outline, to: visible)
        if corners.count < 3 { return }
        let edges = corners.indices.map { index in
            let from = SIMD2<Float>(corners[index])
            let to = SIMD2<Float>(corners[(index + 1) % corners.count])
            return FlatEdge(x0: from.x, y0: from.y, x1: to.x, y1: to.y, left: FlatEdge.none, right: 0)
        }
        let polygon = FlatEdges(edges, styles: 1)
        append(polygon.list, .identity, visible, isNonZero: true) { _ in
            paints.append(projected(pixmap, inverse, isSmoothed: true, isRepeating: false, transform))
        }
        quads.append(polygon)
    }

    // MARK: Paints

    /// `toBitmap`: from device pixels.
    private func projected(
        _ pixmap: Pixmap, _ toBitmap: Projection, isSmoothed: Bool, isRepeating: Bool, _ transform: ColorTransform
    ) -> PreparedPaint {
        var result = PreparedPaint()
        result.kind = .projected
        result.projection = toBitmap
        result.bitmap = BitmapSource(pixmap, isSmoothed: isSmoothed, isRepeating: isRepeating, transform)
        result.isOpaque = pixmap.coversAll && transform.isIdentity
        return result
    }

    /// `area`: pixels that the paint may cover.
    private func prepare(
        _ paint: Paint, _ map: Affine, _ transform: ColorTransform, _ area: PixelRect
    ) -> PreparedPaint {
        switch paint {
        case .solid(let color): return .solid(transform.apply(color))
        case .linear(let gradient, let matrix):
            var result = prepare(gradient, transform, .linear)
            // From -16384...16384 to 0...1.
            result.inverse = Affine(a: 1.0 / 32768, d: 1.0 / 32768, tx: 0.5, ty: 0.5) * Self.inverse(map * matrix)
            return result
        case .radial(let gradient, let matrix, let focalPoint):
            var result = prepare(gradient, transform, focalPoint == 0 ? .radial : .focal)
            result.focalPoint = Self.focalPoint(focalPoint)
            result.inverse = Affine(a: 1.0 / 16384, d: 1.0 / 16384) * Self.inverse(map * matrix)
            return result
        case .bitmap(let id, let matrix, let isSmoothed, let isRepeating):
            guard let pixmap = resources.pixmap(id) else { return .clear }
            var result = PreparedPaint()
            result.kind = .bitmap
            result.inverse = Self.inverse(map * matrix)
            result.bitmap = BitmapSource(pixmap, isSmoothed: isSmoothed, isRepeating: isRepeating, transform)
            result.isOpaque = pixmap.coversAll && transform.isIdentity
            return result
        case .projected(let id, let toBitmap, let isSmoothed, let isRepeating):
            guard let pixmap = resources.pixmap(id) else { return .clear }
            return projected(
                pixmap, toBitmap * Projection(Self.inverse(map)), isSmoothed: isSmoothed, isRepeating: isRepeating,
                transform)
        case .program(let reference, let matrix):
            // Run ahead of the drawing: spans are too short to run a program for each.
            let picture = Pixmap(width: area.width, height: area.height)
            reference.program.run(area, place: Self.inverse(map * matrix), pictures: [], into: picture.pixels)
            fillPictures.append(picture)
            var result = PreparedPaint()
            result.kind = .bitmap
            result.inverse = Affine(tx: -Double(area.left), ty: -Double(area.top))
            result.bitmap = BitmapSource(
                pixels: picture.pixels, width: picture.width, height: picture.height, isSmoothed: false,
                isRepeating: false, mayExceedAlpha: false, transform: transform.isIdentity ? nil : transform)
            return result
        }
    }

    /// Quirk: focal points are multiples of 1/256, rounded towards the middle. On the rim itself the rays would be
    /// parallel to it.
    private static func focalPoint(_ value: Double) -> Double {
        let limited = max(-1, min(1, value.isNaN ? 0 : value))
        return max(-0.98, min(0.98, (limited * 256).rounded(.towardZero) / 256))
    }

    private func prepare(
        _ gradient: Gradient, _ transform: ColorTransform, _ kind: PreparedPaint.Kind
    ) -> PreparedPaint {
        let ramp = ramps.ramp(gradient, transform)
        var result = PreparedPaint()
        result.kind = kind
        result.ramp = UnsafePointer(ramp.colors)
        result.rampBits = ramp.bits
        result.isOpaque = ramp.isOpaque
        result.spread = gradient.spread
        return result
    }

    /// A paint whose matrix flattens the plane shows its first point everywhere.
    private static func inverse(_ map: Affine) -> Affine { map.inverse ?? Affine(a: 0, b: 0, c: 0, d: 0) }
}

extension Affine {
    var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }
}
