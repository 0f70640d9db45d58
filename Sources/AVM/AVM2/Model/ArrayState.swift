import AVM

/// The elements of an Array: dense from 0 on, the rest by index. An element that is not there is a *hole*.
public final class ArrayState: ExoticState {
    /// What stands in the place of an element that is not there. No script value.
    public static let hole = Value(bits: 0xFFFA_0000_0000_0007)

    public private(set) var elements: UnsafeMutablePointer<Value>
    /// Dense elements, holes among them included.
    public private(set) var denseCount = 0
    private var capacity: Int
    /// Elements beyond the dense ones.
    public private(set) var sparse: [UInt32: Value] = [:]
    public private(set) var length: UInt32 = 0

    public init(capacity: Int = 4) {
        self.capacity = max(4, capacity)
        elements = .allocate(capacity: self.capacity)
    }

    deinit { elements.deallocate() }

    public override func visit(_ marker: inout Marker) {
        marker.visit(UnsafeBufferPointer(start: elements, count: denseCount))
        for value in sparse.values { marker.visit(value) }
    }

    public override var externalSize: Int { capacity * 8 + sparse.count * 32 }

    /// The element, or ``hole``.
    @inline(__always)
    public subscript(index: Int) -> Value {
        if index < denseCount { return elements[index] }
        return sparse.isEmpty ? Self.hole : sparse[UInt32(truncatingIfNeeded: index)] ?? Self.hole
    }

    /// Sets an element and makes the array long enough for it. `index` is below 2³² − 1.
    @inline(__always)
    public func set(_ index: Int, _ value: Value, _ heap: Heap) {
        if index < denseCount {
            elements[index] = value
        } else {
            append(at: index, value, heap)
        }
    }

    @inline(never)
    private func append(at index: Int, _ value: Value, _ heap: Heap) {
        if index == denseCount || index < denseCount + 32 && index < denseCount * 2 + 8 {
            ensure(index + 1, heap)
            while denseCount < index {
                elements[denseCount] =
                    sparse.isEmpty ? Self.hole : sparse.removeValue(forKey: UInt32(denseCount)) ?? Self.hole
                denseCount += 1
            }
            if !sparse.isEmpty { sparse.removeValue(forKey: UInt32(index)) }
            elements[index] = value
            denseCount = index + 1
            // What follows directly joins.
            while !sparse.isEmpty, let next = sparse.removeValue(forKey: UInt32(denseCount)) {
                ensure(denseCount + 1, heap)
                elements[denseCount] = next
                denseCount += 1
            }
        } else {
            if sparse.updateValue(value, forKey: UInt32(index)) == nil { heap.noteExternal(32, of: self) }
        }
        if index >= Int(length) { length = UInt32(index + 1) }
    }

    private func ensure(_ count: Int, _ heap: Heap) {
        guard count > capacity else { return }
        let grown = max(count, capacity + capacity / 2 + 4)
        let larger = UnsafeMutablePointer<Value>.allocate(capacity: grown)
        larger.update(from: elements, count: denseCount)
        elements.deallocate()
        elements = larger
        heap.noteExternal((grown - capacity) * 8, of: self)
        capacity = grown
    }

    public func push(_ value: Value, _ heap: Heap) {
        // Beyond the largest index nothing is kept.
        guard length < UInt32.max else { return }
        set(Int(length), value, heap)
    }

    /// Takes the first element away; all elements must be dense.
    func removeFirst() {
        guard denseCount > 0 else { return }
        denseCount -= 1
        elements.update(from: elements + 1, count: denseCount)
        length = UInt32(denseCount)
    }

    /// Quirk: where only holes follow the dense elements, `pop` takes the last of those, wherever the end is. Nil: the
    /// array ends with an element of its own, or some lie beyond the dense ones.
    func popBeforeHoles() -> Value? {
        guard sparse.isEmpty, denseCount < Int(length) else { return nil }
        length -= 1
        guard denseCount > 0 else { return .undefined }
        denseCount -= 1
        return elements[denseCount] == Self.hole ? .undefined : elements[denseCount]
    }

    /// The places within `range` that have an element, in order.
    func places(in range: Range<Int>) -> [Int] {
        let dense = range.clamped(to: 0..<denseCount).filter { elements[$0] != Self.hole }
        guard !sparse.isEmpty else { return dense }
        return dense + sparse.keys.map { Int($0) }.filter { range.contains($0) }.sorted()
    }

    /// Moves what `range` holds by `distance`, over what is there; holes move as well.
    func move(_ range: Range<Int>, by distance: Int, _ heap: Heap) {
        let moved = places(in: range).map { (place: $0, value: self[$0]) }
        let target = (range.lowerBound + distance)..<(range.upperBound + distance)
        for place in places(in: target) { _ = remove(place) }
        for entry in moved { _ = remove(entry.place) }
        for entry in moved where entry.place + distance < Int(UInt32.max) {
            set(entry.place + distance, entry.value, heap)
        }
    }

    /// Takes an element out and leaves a hole. False: there was none.
    public func remove(_ index: Int) -> Bool {
        if index < denseCount {
            let had = elements[index] != Self.hole
            elements[index] = Self.hole
            return had
        }
        return sparse.removeValue(forKey: UInt32(truncatingIfNeeded: index)) != nil
    }

    public func setLength(_ new: UInt32) {
        if Int(new) < denseCount { denseCount = Int(new) }
        if new < length && !sparse.isEmpty { sparse = sparse.filter { $0.key < new } }
        length = new
    }

    /// Replaces everything by `values`, without holes beyond those among them.
    public func replace(_ values: some Collection<Value>, _ heap: Heap) {
        sparse.removeAll()
        denseCount = 0
        length = 0
        ensure(values.count, heap)
        for value in values {
            elements[denseCount] = value
            denseCount += 1
        }
        length = UInt32(denseCount)
    }

    // MARK: As properties

    public override func get(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        guard name.isPublic, let index = name.arrayIndex else { return nil }
        let value = self[index]
        return value == Self.hole ? nil : value
    }

    public override func set(
        _ name: PropertyName, _ value: Value, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool {
        guard name.isPublic, let index = name.arrayIndex else { return false }
        set(index, value, machine.heap)
        return true
    }

    public override func has(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        guard name.isPublic, let index = name.arrayIndex, self[index] != Self.hole else { return nil }
        return true
    }

    public override func delete(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        guard name.isPublic, let index = name.arrayIndex else { return nil }
        _ = remove(index)
        return true
    }

    // Steps count elements from 1; sparse ones follow the dense ones in order.

    private func sparseKeys() -> [UInt32] { sparse.keys.sorted() }

    public override func nextIndex(
        after: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Int32? {
        var index = Int(after)
        while index < denseCount {
            if elements[index] != Self.hole { return Int32(index + 1) }
            index += 1
        }
        let step = index - denseCount
        return step < sparse.count ? Int32(index + 1) : 0
    }

    private func index(ofStep step: Int32) -> Int? {
        let index = Int(step) - 1
        if index < denseCount { return index >= 0 ? index : nil }
        let keys = sparseKeys()
        return index - denseCount < keys.count ? Int(keys[index - denseCount]) : nil
    }

    public override func nextName(
        _ step: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value { index(ofStep: step).map { Value($0) } ?? .undefined }

    public override func nextValue(
        _ step: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value {
        guard let index = index(ofStep: step) else { return .undefined }
        let value = self[index]
        return value == Self.hole ? .undefined : value
    }
}

extension AVM2Machine {
    /// An Array of the values, which must be reachable by the collector.
    public func makeArray(_ values: some Collection<Value>) -> Object {
        if types.array.pointee.prototype.isNull { _ = try? classObject(types.array) }
        let object = instantiate(types.array)
        if let state = object.native(as: ArrayState.self) { state.replace(values, heap) }
        return object
    }

    public func makeArray() -> Object { makeArray(EmptyCollection<Value>()) }
}
