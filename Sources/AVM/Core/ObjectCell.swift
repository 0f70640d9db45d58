import Glibc

/// An object of either machine. Property values lie in `values`, by the slots of `shape`: inside the cell at first,
/// in memory of their own when they outgrow it. The fixed slots of an AVM2 class follow the cell's head.
public struct ObjectCell {
    public var header: CellHeader
    public internal(set) var shape: ShapeRef
    public internal(set) var values: UnsafeMutablePointer<Value>
    /// AVM1: `__proto__`, which may be any value. AVM2: the prototype object, or null.
    public var proto: Value
    var native: Unmanaged<NativeState>?
    /// AVM2: the class's layout. AVM1: unused.
    public var classInfo: UnsafeMutableRawPointer?
    var valueCapacity: UInt32
    /// Fixed slots of the class, directly behind this.
    var slotCount: UInt32
}

extension UnsafeMutablePointer where Pointee == ObjectCell {
    /// The fixed slots.
    @inline(__always)
    public var slots: UnsafeMutablePointer<Value> {
        UnsafeMutableRawPointer(self).advanced(by: MemoryLayout<ObjectCell>.size).assumingMemoryBound(to: Value.self)
    }
}

/// A script object. Plain bits: see ``Value`` for how long it lives.
public struct Object: Equatable, @unchecked Sendable {
    public let cell: UnsafeMutablePointer<ObjectCell>

    @inline(__always)
    public init(cell: UnsafeMutablePointer<ObjectCell>) { self.cell = cell }

    @inline(__always)
    public static func == (a: Object, b: Object) -> Bool { a.cell == b.cell }

    @inline(__always)
    public var flags: CellFlags {
        get { cell.pointee.header.flags }
        nonmutating set { cell.pointee.header.flags = newValue }
    }
    @inline(__always)
    public var shape: ShapeRef { cell.pointee.shape }
    /// For inline caches.
    @inline(__always)
    public var shapeID: UInt32 { cell.pointee.header.shapeID }
    @inline(__always)
    public var proto: Value {
        get { cell.pointee.proto }
        nonmutating set { cell.pointee.proto = newValue }
    }
    /// A number that tells objects apart, for as long as they live.
    public var identity: UInt { UInt(bitPattern: cell) }

    // MARK: Native state

    /// The Swift object behind this, nil where there is none.
    public var native: NativeState? { cell.pointee.native?.takeUnretainedValue() }

    /// The native state as a `State`, nil where there is none of that type.
    @inline(__always)
    public func native<State: NativeState>(as type: State.Type) -> State? {
        cell.pointee.native?._withUnsafeGuaranteedRef { $0 as? State }
    }

    /// The native state without a count of its own: for as long as the cell lives and keeps it.
    @inline(__always)
    public var unmanagedNative: Unmanaged<NativeState>? { cell.pointee.native }

    /// ``NativeState/isLiveClip`` of its state, without a count of references: references are followed at every step.
    @inline(__always)
    public var isLiveClip: Bool { cell.pointee.native?._withUnsafeGuaranteedRef { $0.isLiveClip } ?? false }

    /// Gives the object native state, or takes it away. The cell retains it.
    public func setNative(_ state: NativeState?) {
        let old = cell.pointee.native
        cell.pointee.native = state.map { Unmanaged.passRetained($0) }
        old?.release()
    }

    // MARK: Own properties

    /// The value in a slot of the shape.
    @inline(__always)
    public func value(_ slot: Int) -> Value { cell.pointee.values[slot] }

    @inline(__always)
    public func setValue(_ slot: Int, _ value: Value) { cell.pointee.values[slot] = value }

    @inline(__always)
    public func slot(of name: Atom) -> Int? { shape.slot(of: name) }

    /// The value of an own property. Nil where there is none, and where functions read and write it.
    public func ownValue(_ name: Atom) -> Value? {
        guard let slot = slot(of: name), !attributes(slot).contains(.accessor) else { return nil }
        return value(slot)
    }

    public func hasOwn(_ name: Atom) -> Bool { slot(of: name) != nil }

    public func attributes(_ slot: Int) -> PropertyAttributes { shape.entry(slot).attributes }

    /// The getter and the setter of a slot that holds an accessor.
    public func accessor(_ slot: Int) -> (getter: Value, setter: Value)? {
        guard attributes(slot).contains(.accessor) else { return nil }
        let bits = value(slot).bits & Value.payloadMask
        let cell = UnsafeMutablePointer<AccessorCell>(bitPattern: UInt(bits)).unsafelyUnwrapped
        return (cell.pointee.getter, cell.pointee.setter)
    }

    /// The cell of a slot that holds an accessor.
    public func accessorCell(_ slot: Int) -> UnsafeMutablePointer<AccessorCell>? {
        guard attributes(slot).contains(.accessor) else { return nil }
        return UnsafeMutablePointer(bitPattern: UInt(value(slot).bits & Value.payloadMask))
    }

    /// Names of own properties in the order in which they were made.
    public var ownNames: [Atom] { (0..<Int(shape.pointee.count)).compactMap { shape.entry($0).name } }

    /// Number of slots, deleted ones included.
    public var slotCount: Int { Int(shape.pointee.count) }
}

extension Heap {
    /// A new object without properties. `inlineValues` is room for property values in the cell itself; `slotCount`
    /// the number of fixed slots, which are undefined at first.
    @inline(__always)
    public func makeObject(
        proto: Value, slotCount: Int = 0, inlineValues: Int = 4, flags: CellFlags = []
    ) -> Object {
        let head = MemoryLayout<ObjectCell>.size
        let memory = allocate(head + (slotCount + inlineValues) * 8, kind: .object, flags: flags)
        let cell = memory.assumingMemoryBound(to: ObjectCell.self)
        let slots = (memory + head).assumingMemoryBound(to: Value.self)
        let empty = shapes.empty.unsafelyUnwrapped
        cell.pointee.header.shapeID = empty.pointee.id
        cell.pointee.shape = empty
        cell.pointee.values = slots + slotCount
        cell.pointee.proto = proto
        cell.pointee.native = nil
        cell.pointee.classInfo = nil
        cell.pointee.valueCapacity = UInt32(truncatingIfNeeded: inlineValues)
        cell.pointee.slotCount = UInt32(truncatingIfNeeded: slotCount)
        for index in 0..<slotCount { slots[index] = .undefined }
        return Object(cell: cell)
    }

    public func makeAccessor(getter: Value, setter: Value) -> Value {
        let memory = allocate(MemoryLayout<AccessorCell>.size, kind: .accessor)
        let cell = memory.assumingMemoryBound(to: AccessorCell.self)
        cell.pointee.getter = getter
        cell.pointee.setter = setter
        cell.pointee.stored = .undefined
        return Value(bits: Value.objectTag | UInt64(UInt(bitPattern: cell)))
    }

    public func makeValues(count: Int, fill: Value = .undefined) -> UnsafeMutablePointer<ValuesCell> {
        let memory = allocate(MemoryLayout<ValuesCell>.size + count * 8, kind: .values)
        let cell = memory.assumingMemoryBound(to: ValuesCell.self)
        cell.pointee.count = count
        for index in 0..<count { cell.elements[index] = fill }
        return cell
    }

    public func makeNamespace(
        kind: UInt32, identity: UInt32, uri: Value, prefix: Value
    ) -> UnsafeMutablePointer<NamespaceCell> {
        let memory = allocate(MemoryLayout<NamespaceCell>.size, kind: .namespace)
        let cell = memory.assumingMemoryBound(to: NamespaceCell.self)
        cell.pointee.kind = kind
        cell.pointee.identity = identity
        cell.pointee.uri = uri
        cell.pointee.prefix = prefix
        return cell
    }

    // MARK: Changing properties

    /// Adds a property that the object must not have.
    @inline(__always)
    public func add(_ name: Atom, _ value: Value, _ attributes: PropertyAttributes = [], to object: Object) {
        let old = object.shape
        let grown = shapes.adding(name, attributes, to: old)
        let slot = Int(grown.pointee.count) - 1
        if slot >= Int(object.cell.pointee.valueCapacity) { growValues(of: object) }
        object.cell.pointee.values[slot] = value
        if grown.pointee.isDictionary { object.flags.insert(.ownsShape) }
        object.cell.pointee.shape = grown
        object.cell.pointee.header.shapeID = grown.pointee.id
    }

    /// Sets an own property's value and attributes, adding it where it is missing. Calls no setter.
    public func define(_ name: Atom, _ value: Value, _ attributes: PropertyAttributes = [], on object: Object) {
        guard let slot = object.slot(of: name) else { return add(name, value, attributes, to: object) }
        object.setValue(slot, value)
        if object.attributes(slot) != attributes { setAttributes(attributes, slot: slot, of: object) }
    }

    public func setAttributes(_ attributes: PropertyAttributes, slot: Int, of object: Object) {
        makeDictionary(object)
        shapes.setAttributes(attributes, of: slot, in: object.shape)
        object.cell.pointee.header.shapeID = object.shape.pointee.id
    }

    /// Takes an own property out, whatever its attributes.
    public func delete(slot: Int, from object: Object) {
        makeDictionary(object)
        shapes.delete(slot, from: object.shape)
        object.setValue(slot, .undefined)
        object.cell.pointee.header.shapeID = object.shape.pointee.id
        compactIfSparse(object)
    }

    private func makeDictionary(_ object: Object) {
        guard !object.shape.pointee.isDictionary else { return }
        let own = shapes.dictionary(from: object.shape)
        object.flags.insert(.ownsShape)
        object.cell.pointee.shape = own
        object.cell.pointee.header.shapeID = own.pointee.id
    }

    /// Drops the slots of deleted properties once they are most of a large object.
    private func compactIfSparse(_ object: Object) {
        let count = object.slotCount
        guard count >= 16, Int(object.shape.pointee.table.pointee.deleted) * 2 > count else { return }
        var kept = 0
        for slot in 0..<count where object.shape.entry(slot).name != nil {
            object.setValue(kept, object.value(slot))
            kept += 1
        }
        shapes.compact(object.shape)
        object.cell.pointee.header.shapeID = object.shape.pointee.id
    }

    @inline(never)
    private func growValues(of object: Object) {
        let old = Int(object.cell.pointee.valueCapacity)
        let capacity = max(8, old * 2)
        guard let memory = malloc(capacity * 8) else { fatalError("out of memory") }
        let values = memory.bindMemory(to: Value.self, capacity: capacity)
        values.update(from: object.cell.pointee.values, count: old)
        if object.flags.contains(.spilled) {
            free(object.cell.pointee.values)
            noteExternal((capacity - old) * 8)
        } else {
            object.flags.insert(.spilled)
            noteExternal(capacity * 8)
        }
        object.cell.pointee.values = values
        object.cell.pointee.valueCapacity = UInt32(capacity)
    }
}
