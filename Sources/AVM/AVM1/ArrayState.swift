import AVM

/// The elements of an array. An element that was never set is a hole: it is there for `length`, but not for lookups.
public final class ArrayState: ExoticState {
    /// The elements; ``hole`` where there is none.
    public private(set) var elements: [Value] = []
    /// Where `length` was set beyond the elements, or elements lie too far out to be stored densely.
    private var explicitLength = 0
    /// Elements further out than this beyond the last are stored as ordinary properties.
    static let maximumGap = 1 << 16

    /// Never seen by scripts.
    public static let hole = Value(bits: 0xFFFA_0000_0000_0004)

    public init(_ elements: [Value] = []) { self.elements = elements }

    public override func visit(_ marker: inout Marker) { marker.visit(elements) }
    public override var externalSize: Int { elements.capacity * 8 }

    public var length: Int {
        get { max(elements.count, explicitLength) }
        set {
            let count = max(0, newValue)
            if count < elements.count { elements.removeSubrange(count...) }
            explicitLength = count
        }
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
            elements[index] = value
            return true
        }
        guard index - elements.count <= Self.maximumGap else {
            explicitLength = max(explicitLength, index + 1)
            return false
        }
        while elements.count < index { elements.append(Self.hole) }
        elements.append(value)
        return true
    }

    public func append(_ value: Value) { _ = set(length, value) }

    /// Replaces all elements; `length` follows.
    public func replaceAll(_ values: [Value]) {
        elements = values
        explicitLength = 0
    }

    // MARK: Properties

    public override func get(_ name: Atom, _ object: Object, _ machine: Machine) throws(ScriptError) -> Value? {
        if let index = name.arrayIndex { return hasElement(index) ? elements[index] : nil }
        return isLength(name, machine) ? Value(length) : nil
    }

    public override func set(
        _ name: Atom, _ value: Value, _ object: Object, _ machine: Machine
    ) throws(ScriptError) -> Bool {
        if let index = name.arrayIndex { return set(index, value) }
        guard isLength(name, machine) else { return false }
        length = Int(try machine.toInt32(value))
        return true
    }

    public override func has(_ name: Atom, _ object: Object, _ machine: Machine) -> Bool {
        if let index = name.arrayIndex { return hasElement(index) }
        return isLength(name, machine)
    }

    public override func delete(_ name: Atom, _ object: Object, _ machine: Machine) -> Bool? {
        guard let index = name.arrayIndex else { return isLength(name, machine) ? false : nil }
        guard hasElement(index) else { return nil }
        elements[index] = Self.hole
        return true
    }

    public override func enumerate(_ object: Object, _ machine: Machine) -> [Atom] {
        elements.indices.reversed().filter { elements[$0] != Self.hole }.map { machine.atom(String($0)) }
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
