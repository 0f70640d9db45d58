import Base

/// Names a shape of ``RenderResources``. The generation changes when the shape behind the index does.
public struct ShapeID: Hashable, Sendable {
    public let index: UInt32
    public let generation: UInt32
}

/// Names a pixmap of ``RenderResources``.
public struct BitmapID: Hashable, Sendable {
    public let index: UInt32
    public let generation: UInt32

    init(index: UInt32, generation: UInt32) {
        self.index = index
        self.generation = generation
    }

    /// The name as a number, for what knows no renderer.
    public var number: UInt64 { UInt64(generation) << 32 | UInt64(index) }
    public init(number: UInt64) {
        self.init(index: UInt32(truncatingIfNeeded: number), generation: UInt32(truncatingIfNeeded: number >> 32))
    }
}

/// One thing to draw. Plain data: no object is referenced. Commands run in order, the first lowest.
///
/// Matrices map to device pixels: from twips for shapes, from bitmap pixels for bitmaps.
public enum RenderCommand: Hashable, Sendable {
    case shape(ShapeID, Affine, ColorTransform)
    /// The outline of fill 1 of a one-layer shape, all in one colour. Drawn from the glyph cache.
    case glyph(ShapeID, Affine, RGBA)
    case bitmap(BitmapID, Affine, ColorTransform, isSmoothed: Bool)
    /// A bitmap as perspective shows it, smoothed. From bitmap pixels to device pixels. Quirk: it shows a pixel more than
    /// it has to the right and below, where its last ones go on.
    case projected(BitmapID, Projection, ColorTransform)
    /// A rectangle with corners at whole device pixels.
    case rectangle(PixelRect, RGBA)

    /// What follows up to `maskEnd` is not drawn but makes a mask: where any fill covers. Strokes count for nothing.
    case maskBegin
    /// The mask is whole: what follows shows only through it (and through the masks around it).
    case maskEnd
    /// The newest mask goes.
    case maskPop

    /// What follows shows only inside the rectangle, until `clipPop`. Nests.
    case clipPush(PixelRect)
    case clipPop

    /// What follows is drawn on a surface of its own, within the bounds, and joined by the blend mode at `layerPop`.
    case layerPush(PixelRect, BlendMode, ColorTransform)
    /// Like `layerPush`, but a program makes the result of what is below and the layer.
    case programLayerPush(PixelRect, ProgramReference)
    /// Like `layerPush`, but the layer's alpha is all that is left of what is below: where it is clear, nothing.
    case alphaMaskPush(PixelRect)
    case layerPop

    /// What follows, up to `filterPop`, is drawn on a surface of its own and goes through filters.
    case filterPush(FilterGroup)
    case filterPop
}

/// What a filtered object is drawn on, and what happens to it then.
public struct FilterGroup: Hashable, Sendable {
    /// Where the object is drawn: what lies outside is cut before it is filtered.
    public var source: PixelRect
    /// The object itself, without what the source holds around it: filters that name places count from its corner.
    public var object: PixelRect
    public var filters: [PixelFilter]
    /// Of the result.
    public var transform: ColorTransform
    /// From the pixels of the group to the screen, where they lie elsewhere in space; nil: they are those of the screen.
    public var projection: Projection?

    /// `object`: nil for all of the source.
    public init(
        source: PixelRect, object: PixelRect? = nil, filters: [PixelFilter],
        transform: ColorTransform = .identity
    ) {
        self.source = source
        self.object = object ?? source
        self.filters = filters
        self.transform = transform
    }

    /// Pixels that the filters can reach.
    public var result: PixelRect { filters.reduce(source) { $1.reach(of: $0) } }

    /// Pixels of the screen that it can reach.
    public var area: PixelRect {
        guard let projection else { return result }
        let result = result
        let toScreen = projection * Projection(Affine(tx: Double(result.left), ty: Double(result.top)))
        return .around(toScreen.outline(width: Double(result.width + 1), height: Double(result.height + 1)))
    }

    /// Moved on the screen by whole pixels.
    func moved(by x: Int, _ y: Int) -> FilterGroup {
        var group = self
        if let projection {
            group.projection = Projection(Affine(tx: Double(x), ty: Double(y))) * projection
            return group
        }
        return group.shifted(by: x, y)
    }

    /// With its pixels counted from another origin.
    func shifted(by x: Int, _ y: Int) -> FilterGroup {
        var group = self
        group.source = source.moved(by: x, y)
        group.object = object.moved(by: x, y)
        return group
    }

    /// How much of what lies around `window` can show in it.
    public static func reach(of window: PixelRect, _ filters: [PixelFilter]) -> PixelRect {
        filters.reduce(window) { $1.reach(of: $0) }
    }
}

extension RenderCommand {
    /// The command moved by whole pixels.
    func moved(by x: Int, _ y: Int) -> RenderCommand {
        let shift = Affine(tx: Double(x), ty: Double(y))
        switch self {
        case .shape(let id, let map, let transform): return .shape(id, shift * map, transform)
        case .glyph(let id, let map, let color): return .glyph(id, shift * map, color)
        case .bitmap(let id, let map, let transform, let isSmoothed):
            return .bitmap(id, shift * map, transform, isSmoothed: isSmoothed)
        case .projected(let id, let projection, let transform):
            return .projected(id, Projection(shift) * projection, transform)
        case .rectangle(let rect, let color): return .rectangle(rect.moved(by: x, y), color)
        case .clipPush(let rect): return .clipPush(rect.moved(by: x, y))
        case .layerPush(let rect, let mode, let transform):
            return .layerPush(rect.moved(by: x, y), mode, transform)
        case .programLayerPush(let rect, let program): return .programLayerPush(rect.moved(by: x, y), program)
        case .alphaMaskPush(let rect): return .alphaMaskPush(rect.moved(by: x, y))
        case .filterPush(let group): return .filterPush(group.moved(by: x, y))
        case .maskBegin, .maskEnd, .maskPop, .clipPop, .layerPop, .filterPop: return self
        }
    }

    /// Counts the pixels of the bitmaps that it shows: when they change, it does.
    func revision(_ resources: RenderResources) -> UInt64 {
        switch self {
        case .shape(let id, _, _):
            return resources.extent(id)?.bitmaps.reduce(0) { $0 &+ UInt64(resources.pixmap($1)?.revision ?? 0) } ?? 0
        case .bitmap(let id, _, _, _), .projected(let id, _, _): return UInt64(resources.pixmap(id)?.revision ?? 0)
        case .filterPush(let group):
            return group.filters.reduce(0) { sum, filter in
                guard case .displacement(let filter) = filter else { return sum }
                return sum &+ UInt64(resources.pixmap(filter.map)?.revision ?? 0)
            }
        default: return 0
        }
    }
}

extension PixelRect {
    /// The pixels around points, held within what screens can have.
    static func around(_ points: [SIMD2<Double>]) -> PixelRect {
        guard let first = points.first else { return .empty }
        let low = points.reduce(first) { pointwiseMin($0, $1) }
        let high = points.reduce(first) { pointwiseMax($0, $1) }
        func pixel(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
            Int(max(-65_536, min(65_536, value.isNaN ? 0 : value.rounded(rule))))
        }
        return PixelRect(
            left: pixel(low.x, .down) - 1, top: pixel(low.y, .down) - 1, right: pixel(high.x, .up) + 1,
            bottom: pixel(high.y, .up) + 1)
    }
}
