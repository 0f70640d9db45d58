import AVM

/// The elements of an array. An element that was never set is a hole: it is there for `length`, but not for lookups.
public final class ArrayState: ExoticState {
    /// The elements; ``hole`` where there is none.
    public private(set) var elements: [Value] = []
    /// `length` where it is not the number of elements: it may be negative, and elements may lie too far out to be
    /// stored densely.
    private var explicitLength: Int32?
    /// Indices in the order in which elements were made, where that is not their own order. Some may be gone.
    private var creationOrder: [Int32]?
    /// Elements further out than this beyond the last are stored as ordinary properties.
    static let maximumGap = 1 << 16

    /// What `ASSetPropFlags` has said of elements, until they are replaced.
    private var attributes: [Int: PropertyAttributes] = [:]

    /// `for … in` shows `length`, because `ASSetPropFlags` has shown all that was hidden.
    var showsLength = false

    /// Never seen by scripts.
    public static let hole = Value(bits: 0xFFFA_0000_0000_0004)

    public init(_ elements: [Value] = []) { self.elements = elements }

    public override func visit(_ marker: inout Marker) { marker.visit(elements) }
    public override var externalSize: Int { elements.capacity * 8 }

    /// As scripts see it: 32 bits, negative where they made it so.
    public var signedLength: Int32 {
        get { explicitLength ?? Int32(elements.count) }
        set {
            let count = max(0, Int(newValue))
            if count < elements.count { elements.removeSubrange(count...) }
            explicitLength = Int(newValue) == elements.count ? nil : newValue
        }
    }

    /// The number of elements and holes.
    public var length: Int {
        get { max(0, Int(signedLength)) }
        set { signedLength = Int32(clamping: newValue) }
    }

    /// The element, undefined where there is none.
    @inline(__always)
    public subscript(index: Int) -> Value {
        guard index >= 0, index < elements.count else { return .undefined }
        let value = elements[index]
        return value == Self.hole ? .undefined : value
    }

    /// Whether the element has been set.
    public func hasElement(_ index: Int) -> Bool {
        index >= 0 && index < elements.count && elements[index] != Self.hole
    }

    /// Sets an element. False: it lies too far out to be stored here.
    public func set(_ index: Int, _ value: Value) -> Bool {
        if index < elements.count {
            if !attributes.isEmpty, attributes[index]?.contains(.readOnly) == true { return true }
            if elements[index] == Self.hole { noteCreation(index) }
            elements[index] = value
            return true
        }
        guard index >= 0, index - elements.count <= Self.maximumGap else {
            noteLength(beyond: index)
            return false
        }
        creationOrder?.append(Int32(index))
        while elements.count < index { elements.append(Self.hole) }
        elements.append(value)
        if let length = explicitLength { explicitLength = Int(length) > elements.count ? length : nil }
        return true
    }

    /// `length` becomes one more than the index, in 32 bits.
    private func noteLength(beyond index: Int) {
        guard index <= Int(Int32.max) else { return }
        let next = Int32(truncatingIfNeeded: index + 1)
        if next < 0 || next > signedLength { explicitLength = next }
    }

    private func noteCreation(_ index: Int) {
        if creationOrder == nil {
            creationOrder = elements.indices.filter { elements[$0] != Self.hole }.map { Int32($0) }
        }
        creationOrder?.append(Int32(index))
    }

    /// Replaces all elements; `length` follows.
    public func replaceAll(_ values: [Value]) {
        elements = values
        attributes.removeAll()
        explicitLength = nil
        creationOrder = nil
    }

    /// Adds an element at the end.
    public func append(_ value: Value) { _ = set(length, value) }

    /// Takes an element out; `length` stays.
    func removeElement(_ index: Int) {
        guard hasElement(index) else { return }
        attributes[index] = nil
        elements[index] = Self.hole
    }

    /// Changes what may be done with an element.
    func changeAttributes(of index: Int, set: PropertyAttributes, clear: PropertyAttributes) {
        guard hasElement(index) else { return }
        let changed = (attributes[index] ?? []).subtracting(clear).union(set)
        attributes[index] = changed.isEmpty ? nil : changed
    }

    /// The same for all elements.
    func changeAttributes(set: PropertyAttributes, clear: PropertyAttributes) {
        if set.isEmpty && attributes.isEmpty { return }
        for index in elements.indices { changeAttributes(of: index, set: set, clear: clear) }
    }

    private func shows(_ index: Int) -> Bool { attributes[index]?.contains(.dontEnum) != true }

    /// Takes an element out and gives it; nil where there is none of that name.
    func takeElement(_ name: Atom) -> Value? {
        guard let index = name.arrayIndex, hasElement(index) else { return nil }
        defer { removeElement(index) }
        return elements[index]
    }

    // MARK: Properties

    public override func get(_ name: Atom, _ object: Object, _ machine: Machine) throws(ScriptError) -> Value? {
        if let index = name.arrayIndex { return hasElement(index) ? elements[index] : nil }
        return isLength(name, machine) ? Value(signedLength) : nil
    }

    public override func set(
        _ name: Atom, _ value: Value, _ object: Object, _ machine: Machine
    ) throws(ScriptError) -> Bool {
        if let index = name.arrayIndex { return set(index, value) }
        guard isLength(name, machine) else { return false }
        let length = try machine.toInt32(value)
        dropFarElements(from: length, of: object, machine)
        signedLength = length
        return true
    }

    /// Elements that lie too far out to be stored here go with a shorter length, too.
    private func dropFarElements(from length: Int32, of object: Object, _ machine: Machine) {
        guard length < signedLength, object.slotCount > 0 else { return }
        // From the last on, so that those still to be looked at keep their slots.
        for slot in (0..<object.slotCount).reversed() {
            guard slot < object.slotCount, let index = object.shape.entry(slot).name?.arrayIndex, index >= Int(length)
            else { continue }
            machine.heap.delete(slot: slot, from: object)
        }
    }

    public override func has(_ name: Atom, _ object: Object, _ machine: Machine) -> Bool {
        if let index = name.arrayIndex { return hasElement(index) }
        return isLength(name, machine)
    }

    public override func delete(_ name: Atom, _ object: Object, _ machine: Machine) -> Bool? {
        guard let index = name.arrayIndex else { return isLength(name, machine) ? false : nil }
        guard hasElement(index) else { return nil }
        if attributes[index]?.contains(.dontDelete) == true { return false }
        removeElement(index)
        return true
    }

    public override func enumerate(_ object: Object, _ machine: Machine) -> [Atom] {
        let order = creationOrder.map { $0.map { Int($0) } } ?? Array(elements.indices)
        let shown = order.reversed().filter { hasElement($0) && shows($0) }.map { machine.atom(String($0)) }
        return showsLength ? shown + [machine.names.length] : shown
    }

    private func isLength(_ name: Atom, _ machine: Machine) -> Bool {
        name == machine.names.length
            || (!machine.dialect.isCaseSensitive && machine.heap.strings.folded(name) == machine.names.length)
    }
}

extension Machine {
    /// An array of `elements`.
    public func makeArray(_ elements: [Value] = []) -> Object {
        let state = ArrayState(elements)
        let array = heap.makeObject(
            proto: Value(orUndefined: prototypes.array), inlineValues: 2, flags: [.exotic, .array])
        array.setNative(state)
        return array
    }
}
