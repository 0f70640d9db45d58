import Base

/// The shapes and pixmaps that commands name. One for a player; not for use from two threads at once.
public final class RenderResources {
    private var shapes: [Slot<VectorShape>] = []
    private var freeShapes: [UInt32] = []
    private var bitmaps: [Slot<Pixmap>] = []
    /// By shape index, found when first asked for.
    private var extents: [ShapeExtent?] = []
    private var freeBitmaps: [UInt32] = []

    private struct Slot<Item> {
        var generation: UInt32
        var item: Item?
    }

    public init() {}

    public func add(_ shape: VectorShape) -> ShapeID {
        let (index, generation) = Self.insert(shape, into: &shapes, free: &freeShapes)
        if Int(index) < extents.count { extents[Int(index)] = nil }
        return ShapeID(index: index, generation: generation)
    }

    /// Gives up a shape. Its name is not reused: a command that still holds it draws nothing.
    public func remove(_ id: ShapeID) { Self.remove(id.index, id.generation, from: &shapes, free: &freeShapes) }

    public func shape(_ id: ShapeID) -> VectorShape? { Self.item(id.index, id.generation, in: shapes) }

    /// How far a shape reaches, nil where there is none.
    func extent(_ id: ShapeID) -> ShapeExtent? {
        guard let shape = shape(id) else { return nil }
        let index = Int(id.index)
        while extents.count <= index { extents.append(nil) }
        if let known = extents[index] { return known }
        let extent = ShapeExtent(shape)
        extents[index] = extent
        return extent
    }

    public func add(_ pixmap: Pixmap) -> BitmapID {
        let (index, generation) = Self.insert(pixmap, into: &bitmaps, free: &freeBitmaps)
        return BitmapID(index: index, generation: generation)
    }

    public func remove(_ id: BitmapID) { Self.remove(id.index, id.generation, from: &bitmaps, free: &freeBitmaps) }

    public func pixmap(_ id: BitmapID) -> Pixmap? { Self.item(id.index, id.generation, in: bitmaps) }

    private static func insert<Item>(
        _ item: Item, into slots: inout [Slot<Item>], free: inout [UInt32]
    ) -> (UInt32, UInt32) {
        if let index = free.popLast() {
            slots[Int(index)].item = item
            return (index, slots[Int(index)].generation)
        }
        slots.append(Slot(generation: 0, item: item))
        return (UInt32(slots.count - 1), 0)
    }

    private static func remove<Item>(
        _ index: UInt32, _ generation: UInt32, from slots: inout [Slot<Item>], free: inout [UInt32]
    ) {
        let place = Int(index)
        guard place < slots.count, slots[place].generation == generation, slots[place].item != nil else { return }
        slots[place].item = nil
        slots[place].generation &+= 1
        free.append(index)
    }

    private static func item<Item>(_ index: UInt32, _ generation: UInt32, in slots: [Slot<Item>]) -> Item? {
        let place = Int(index)
        guard place < slots.count, slots[place].generation == generation else { return nil }
        return slots[place].item
    }
}
