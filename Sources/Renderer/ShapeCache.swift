import Base

/// Flattened shapes by shape and by the linear part of their matrix: what only moves is not flattened again.
final class ShapeCache {
    private struct Key: Hashable {
        var id: ShapeID
        var a, b, c, d: Double
        var strokes: StrokePlacement
    }

    private var entries: [Key: FlatShape] = [:]
    private var byteCount = 0
    private var clock: UInt64 = 0
    /// Entries that the last draw calls did not use go once there is more than this.
    private let budget: Int

    init(budget: Int = 48 << 20) { self.budget = budget }

    func flat(
        _ shape: VectorShape, _ id: ShapeID, _ map: Affine, isHinted: Bool, isPointSampled: Bool = false
    ) -> FlatShape {
        var key = Key(id: id, a: map.a, b: map.b, c: map.c, d: map.d, strokes: .free)
        if isPointSampled {
            key.strokes = .pointSampled
        } else if isHinted {
            let origin = SIMD2(map.tx, map.ty)
            key.strokes = .hinted(origin - origin.rounded(.down))
        }
        if let entry = entries[key] {
            entry.lastUse = clock
            return entry
        }
        let entry = FlatShape.make(shape, map: map, strokes: key.strokes)
        entry.lastUse = clock
        byteCount += entry.byteCount
        entries[key] = entry
        return entry
    }

    /// Ends a draw call: from here on its shapes may go.
    func endDraw() {
        if byteCount > budget { evict() }
        clock &+= 1
    }

    /// Drops the least recently used entries until half the budget is free, but none that this call used.
    private func evict() {
        let old = entries.filter { $0.value.lastUse != clock }.sorted { $0.value.lastUse < $1.value.lastUse }
        for (key, entry) in old {
            if byteCount <= budget / 2 { return }
            byteCount -= entry.byteCount
            entries[key] = nil
        }
    }

    var count: Int { entries.count }
}
