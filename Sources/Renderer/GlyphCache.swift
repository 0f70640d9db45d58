import Base

/// The coverage of a glyph: a weight of 0...256 for each pixel of its bounds.
final class GlyphPicture {
    /// Counted from the pixel in which the glyph's origin lies.
    let bounds: PixelRect
    let weights: UnsafeMutablePointer<UInt16>
    fileprivate var lastUse: UInt64 = 0

    init(bounds: PixelRect) {
        self.bounds = bounds
        weights = .allocate(capacity: max(1, bounds.area))
        weights.initialize(repeating: 0, count: max(1, bounds.area))
    }

    deinit { weights.deallocate() }

    var byteCount: Int { bounds.area * 2 + 160 }
}

/// Glyphs as pictures, by shape, by the linear part of their matrix and by where in a pixel they stand. Text that stays
/// or moves by whole pixels is rasterised once.
final class GlyphCache {
    private struct Key: Hashable {
        var id: ShapeID
        var a, b, c, d: Double
        /// The origin's place within its pixel in 1/256, the steps of the rasteriser's own coordinates.
        var x, y: UInt8
        var samples: Int
    }

    private var entries: [Key: GlyphPicture] = [:]
    private var byteCount = 0
    private var clock: UInt64 = 0
    private let budget: Int
    private let worker = Worker()

    /// Larger glyphs are drawn as shapes: they are few, and their pictures would drive out many others.
    static let maxSide = 96

    init(budget: Int = 8 << 20) { self.budget = budget }

    /// The picture of a glyph and the pixel it counts from; nil where it has none, being too large or empty.
    func picture(
        _ flat: FlatShape, _ id: ShapeID, _ map: Affine, isNonZero: Bool, _ sampling: Sampling
    ) -> (picture: GlyphPicture, x: Int, y: Int)? {
        guard let edges = flat.layers.first?.fills.list, edges.count > 0, abs(map.tx) < Fixed.guardPixels,
            abs(map.ty) < Fixed.guardPixels, edges.xMax - edges.xMin < Double(Self.maxSide),
            edges.yMax - edges.yMin < Double(Self.maxSide)
        else { return nil }
        let x = Fixed.coordinate(map.tx)
        let y = Fixed.coordinate(map.ty)
        let key = Key(
            id: id, a: map.a, b: map.b, c: map.c, d: map.d, x: UInt8(truncatingIfNeeded: x),
            y: UInt8(truncatingIfNeeded: y), samples: sampling.sampleCount)
        let picture: GlyphPicture
        if let known = entries[key] {
            picture = known
        } else {
            picture = make(edges, x: Double(key.x) / 256, y: Double(key.y) / 256, isNonZero: isNonZero, sampling)
            entries[key] = picture
            byteCount += picture.byteCount
        }
        picture.lastUse = clock
        return (picture, Int(x >> 8), Int(y >> 8))
    }

    private func make(
        _ edges: EdgeList, x: Double, y: Double, isNonZero: Bool, _ sampling: Sampling
    ) -> GlyphPicture {
        let bounds = edges.pixelBounds(tx: x, ty: y)
        let picture = GlyphPicture(bounds: bounds)
        worker.rasterise(
            Operation(kind: .edges, bounds: bounds, edges: edges, tx: x, ty: y, isNonZero: isNonZero), sampling,
            into: picture.weights)
        return picture
    }

    /// Ends a draw call: from here on its pictures may go.
    func endDraw() {
        if byteCount > budget { evict() }
        clock &+= 1
    }

    /// Drops the least recently used pictures until half the budget is free, but none that this call used.
    private func evict() {
        let old = entries.filter { $0.value.lastUse != clock }.sorted { $0.value.lastUse < $1.value.lastUse }
        for (key, picture) in old {
            if byteCount <= budget / 2 { return }
            byteCount -= picture.byteCount
            entries[key] = nil
        }
    }

    var count: Int { entries.count }
}
