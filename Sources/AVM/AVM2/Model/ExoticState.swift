import AVM

/// A name with all its parts known, as property access takes it.
public struct PropertyName {
    /// Nil where the name is an index, or any name (`*`), or an object (a Dictionary's key).
    let known: Atom?
    /// An array index, or −1.
    public let index: Int
    /// What the name was, where it came from the stack; undefined where the code has it.
    public let key: Value
    public let namespaces: UnsafeBufferPointer<NamespaceID>
    public let flags: Multiname.Flags

    /// Whether a property without a declaration can be meant.
    @inline(__always)
    public var isPublic: Bool { flags.contains(.hasPublic) && !flags.contains(.attribute) }
    public var isAttribute: Bool { flags.contains(.attribute) }
    public var isAnyName: Bool { known == nil && index < 0 }
    public var isAnyNamespace: Bool { flags.contains(.anyNamespace) }

    /// The name as an atom: an index is spelled out. Nil for any name.
    public func atom(_ machine: AVM2Machine) -> Atom? {
        if let known { return known }
        guard index >= 0 else { return nil }
        return machine.heap.strings.intern(machine.heap.makeString(String(index)))
    }

    /// The array index that it means, spelled out or not.
    @inline(__always)
    public var arrayIndex: Int? { index >= 0 ? index : known?.arrayIndex }
}

/// Native state whose object has properties beyond its slots: arrays, vectors, XML, proxies, dictionaries, byte arrays.
/// Its class's table has the flag `exotic` (`Traits.Flags`). These are asked after the declared members of the class
/// and before dynamic properties.
open class ExoticState: NativeState {
    /// Nil: not one of mine.
    open func get(_ name: PropertyName, _ object: Object, _ machine: AVM2Machine) throws(ScriptError) -> Value? { nil }

    /// False: not one of mine.
    open func set(
        _ name: PropertyName, _ value: Value, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool { false }

    /// Nil: not one of mine.
    open func has(_ name: PropertyName, _ object: Object, _ machine: AVM2Machine) throws(ScriptError) -> Bool? { nil }

    /// Nil: not one of mine.
    open func delete(_ name: PropertyName, _ object: Object, _ machine: AVM2Machine) throws(ScriptError) -> Bool? {
        nil
    }

    /// A call of a property as a method. Nil: get the property and call it.
    open func call(
        _ name: PropertyName, _ arguments: UnsafeBufferPointer<Value>, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? { nil }

    /// `x..name`. Nil: it has none (Error #1016).
    open func descendants(_ name: PropertyName, _ object: Object, _ machine: AVM2Machine) throws(ScriptError) -> Value?
    {
        nil
    }

    /// The step of an enumeration that follows step `after` (0 at first); 0: the end. Nil: no elements of its own.
    open func nextIndex(after: Int32, _ object: Object, _ machine: AVM2Machine) throws(ScriptError) -> Int32? { nil }
    open func nextName(_ index: Int32, _ object: Object, _ machine: AVM2Machine) throws(ScriptError) -> Value {
        .undefined
    }
    open func nextValue(_ index: Int32, _ object: Object, _ machine: AVM2Machine) throws(ScriptError) -> Value {
        .undefined
    }
}
