import Glibc

/// All shapes of a heap. They are freed once no object has them.
public final class ShapeTable {
    private var shapes: [ShapeRef] = []
    private var nextID: UInt32 = 1
    /// The shape of an object without properties.
    public private(set) var empty: ShapeRef!
    /// An object with more properties than this gets a shape of its own: it is being used as a map.
    static let sharedLimit: Int32 = 64

    init() {
        empty = make(table: Self.makeTable(capacity: 4), count: 0, isDictionary: false)
        shapes.append(empty)
    }

    deinit {
        for shape in shapes { Self.destroy(shape) }
    }

    private func make(table: UnsafeMutablePointer<PropertyTable>, count: Int32, isDictionary: Bool) -> ShapeRef {
        let shape = ShapeRef.allocate(capacity: 1)
        shape.initialize(
            to: Shape(
                id: freshID(), count: count, table: table, isDictionary: isDictionary, mark: 0, transitions: nil,
                transitionCount: 0, transitionCapacity: 0))
        return shape
    }

    private func freshID() -> UInt32 {
        defer { nextID &+= 1 }
        return nextID
    }

    // MARK: Growing

    /// The shape that `shape` becomes by a property `name`, which it must not have.
    func adding(_ name: Atom, _ attributes: PropertyAttributes, to shape: ShapeRef) -> ShapeRef {
        if shape.pointee.isDictionary {
            Self.append(ShapeEntry(name: name, attributes: attributes), to: shape.pointee.table)
            shape.pointee.count += 1
            return shape
        }
        for place in 0..<Int(shape.pointee.transitionCount) {
            let transition = shape.pointee.transitions![place]
            if transition.name == name && transition.attributes == attributes { return transition.shape }
        }
        if shape.pointee.count >= Self.sharedLimit { return adding(name, attributes, to: dictionary(from: shape)) }
        var table = shape.pointee.table
        if table.pointee.count == shape.pointee.count {
            table.pointee.references += 1
        } else {
            // Another shape has already grown this table.
            table = Self.copy(table, count: shape.pointee.count)
        }
        Self.append(ShapeEntry(name: name, attributes: attributes), to: table)
        let grown = make(table: table, count: shape.pointee.count + 1, isDictionary: false)
        grown.pointee.mark = shape.pointee.mark
        shapes.append(grown)
        addTransition(Transition(name: name, attributes: attributes, shape: grown), to: shape)
        return grown
    }

    /// A shape of its own for one object, with what `shape` has. The object owns it.
    func dictionary(from shape: ShapeRef) -> ShapeRef {
        if shape.pointee.isDictionary { return shape }
        return make(
            table: Self.copy(shape.pointee.table, count: shape.pointee.count), count: shape.pointee.count,
            isDictionary: true)
    }

    /// Takes a property out of a dictionary. Its slot is not used again until the object is compacted.
    func delete(_ slot: Int, from shape: ShapeRef) {
        precondition(shape.pointee.isDictionary)
        guard shape.pointee.table.pointee.entries[slot].name != nil else { return }
        shape.pointee.table.pointee.entries[slot].name = nil
        shape.pointee.table.pointee.deleted += 1
        shape.pointee.id = freshID()
    }

    func setAttributes(_ attributes: PropertyAttributes, of slot: Int, in shape: ShapeRef) {
        precondition(shape.pointee.isDictionary)
        shape.pointee.table.pointee.entries[slot].attributes = attributes
        shape.pointee.id = freshID()
    }

    /// Replaces the entries of a dictionary by those that are not deleted, in their order.
    func compact(_ shape: ShapeRef) {
        precondition(shape.pointee.isDictionary)
        let old = shape.pointee.table
        let fresh = Self.makeTable(capacity: max(4, old.pointee.count))
        for slot in 0..<Int(shape.pointee.count) where old.pointee.entries[slot].name != nil {
            Self.append(old.pointee.entries[slot], to: fresh)
        }
        Self.release(old)
        shape.pointee.table = fresh
        shape.pointee.count = fresh.pointee.count
        shape.pointee.id = freshID()
    }

    /// Frees a dictionary whose object is gone.
    func release(owned shape: ShapeRef) { Self.destroy(shape) }

    // MARK: Collection

    func visitPinned(_ marker: inout Marker) {
        empty.pointee.mark = marker.mark
    }

    func dropUnmarked(_ mark: UInt8) {
        for shape in shapes where shape.pointee.mark == mark {
            var kept: Int32 = 0
            for place in 0..<Int(shape.pointee.transitionCount) {
                let transition = shape.pointee.transitions![place]
                guard transition.shape.pointee.mark == mark else { continue }
                shape.pointee.transitions![Int(kept)] = transition
                kept += 1
            }
            shape.pointee.transitionCount = kept
        }
        shapes.removeAll { shape in
            if shape.pointee.mark == mark { return false }
            Self.destroy(shape)
            return true
        }
    }

    private static func destroy(_ shape: ShapeRef) {
        release(shape.pointee.table)
        shape.pointee.transitions?.deallocate()
        shape.deallocate()
    }

    private func addTransition(_ transition: Transition, to shape: ShapeRef) {
        if shape.pointee.transitionCount == shape.pointee.transitionCapacity {
            let capacity = max(2, shape.pointee.transitionCapacity * 2)
            let larger = UnsafeMutablePointer<Transition>.allocate(capacity: Int(capacity))
            if let old = shape.pointee.transitions {
                larger.update(from: old, count: Int(shape.pointee.transitionCount))
                old.deallocate()
            }
            shape.pointee.transitions = larger
            shape.pointee.transitionCapacity = capacity
        }
        shape.pointee.transitions![Int(shape.pointee.transitionCount)] = transition
        shape.pointee.transitionCount += 1
    }

    // MARK: Tables

    private static func makeTable(capacity: Int32) -> UnsafeMutablePointer<PropertyTable> {
        let table = UnsafeMutablePointer<PropertyTable>.allocate(capacity: 1)
        table.initialize(
            to: PropertyTable(
                references: 1, count: 0, capacity: capacity, indexCapacity: 0,
                entries: .allocate(capacity: Int(capacity)), index: nil))
        return table
    }

    private static func copy(
        _ table: UnsafeMutablePointer<PropertyTable>, count: Int32
    ) -> UnsafeMutablePointer<PropertyTable> {
        let copy = makeTable(capacity: max(4, count + 1))
        for slot in 0..<Int(count) { append(table.pointee.entries[slot], to: copy) }
        return copy
    }

    private static func release(_ table: UnsafeMutablePointer<PropertyTable>) {
        table.pointee.references -= 1
        guard table.pointee.references == 0 else { return }
        table.pointee.entries.deallocate()
        table.pointee.index?.deallocate()
        table.deallocate()
    }

    private static func append(_ entry: ShapeEntry, to table: UnsafeMutablePointer<PropertyTable>) {
        if table.pointee.count == table.pointee.capacity {
            let capacity = table.pointee.capacity * 2
            let larger = UnsafeMutablePointer<ShapeEntry>.allocate(capacity: Int(capacity))
            larger.update(from: table.pointee.entries, count: Int(table.pointee.count))
            table.pointee.entries.deallocate()
            table.pointee.entries = larger
            table.pointee.capacity = capacity
        }
        table.pointee.entries[Int(table.pointee.count)] = entry
        table.pointee.count += 1
        if table.pointee.index != nil && table.pointee.count * 2 <= table.pointee.indexCapacity {
            addToIndex(table.pointee.count - 1, of: table)
        } else if table.pointee.count > ShapeRef.linearLimit {
            rebuildIndex(table)
        }
    }

    private static func addToIndex(_ slot: Int32, of table: UnsafeMutablePointer<PropertyTable>) {
        guard let name = table.pointee.entries[Int(slot)].name else { return }
        let mask = Int(table.pointee.indexCapacity) - 1
        var place = Int(ShapeRef.foldedHash(name)) & mask
        while table.pointee.index![place] >= 0 { place = (place + 1) & mask }
        table.pointee.index![place] = slot
    }

    private static func rebuildIndex(_ table: UnsafeMutablePointer<PropertyTable>) {
        var capacity: Int32 = 32
        while capacity < table.pointee.count * 4 { capacity *= 2 }
        table.pointee.index?.deallocate()
        let index = UnsafeMutablePointer<Int32>.allocate(capacity: Int(capacity))
        index.initialize(repeating: -1, count: Int(capacity))
        table.pointee.index = index
        table.pointee.indexCapacity = capacity
        for slot in 0..<table.pointee.count { addToIndex(slot, of: table) }
    }
}
