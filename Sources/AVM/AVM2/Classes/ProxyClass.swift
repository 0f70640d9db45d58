import AVM

/// What makes an object of a class derived from `Proxy` ask its own methods for properties.
public final class ProxyState: ExoticState {
    nonisolated(unsafe) private static let proxyList: UnsafeMutablePointer<NamespaceID> = {
        let list = UnsafeMutablePointer<NamespaceID>.allocate(capacity: 1)
        list.initialize(to: .proxy)
        return list
    }()

    /// Calls one of the methods of `flash_proxy`, with the property's name first where it is given.
    private func call(
        _ method: StaticString, _ object: Object, _ machine: AVM2Machine, property: PropertyName? = nil,
        _ arguments: [Value] = []
    ) throws(ScriptError) -> Value {
        let name = PropertyName(
            known: machine.heap.strings.pinned(method), index: -1, key: .undefined,
            namespaces: UnsafeBufferPointer(start: Self.proxyList, count: 1), flags: .qualified)
        // Made last: nothing holds it before it is on the stack.
        let first = property.map { [value($0, machine)] } ?? []
        return try machine.callMethod(name, of: Value(object), first + arguments)
    }

    /// The name as the methods get it: a QName.
    private func value(_ name: PropertyName, _ machine: AVM2Machine) -> Value {
        if name.key.isObject { return name.key }
        let local = name.atom(machine)?.string.units ?? [0x2A]
        let uri =
            name.flags.contains(.qualified) && !name.namespaces.isEmpty
            ? machine.namespaces.uri(name.namespaces[0]).string.units : []
        return QNameClass.make(
            XMLName(local, XMLNamespace(uri: uri)), isAttribute: name.isAttribute, machine)
    }

    private func isMine(_ name: PropertyName) -> Bool {
        // Its own methods are looked up like any other's.
        !(name.namespaces.count == 1 && name.namespaces[0] == .proxy)
    }

    public override func get(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        guard isMine(name) else { return nil }
        return try call("getProperty", object, machine, property: name)
    }

    public override func set(
        _ name: PropertyName, _ new: Value, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool {
        guard isMine(name) else { return false }
        _ = try call("setProperty", object, machine, property: name, [new])
        return true
    }

    public override func has(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        guard isMine(name) else { return nil }
        // Questions by `in` and `hasOwnProperty` give the text alone.
        let key = name.atom(machine).map { Value($0.string) } ?? name.key
        return machine.toBoolean(try call("hasProperty", object, machine, [key]))
    }

    public override func delete(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        guard isMine(name) else { return nil }
        return machine.toBoolean(try call("deleteProperty", object, machine, property: name))
    }

    public override func call(
        _ name: PropertyName, _ arguments: UnsafeBufferPointer<Value>, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        guard isMine(name) else { return nil }
        return try call("callProperty", object, machine, property: name, Array(arguments))
    }

    public override func descendants(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        try call("getDescendants", object, machine, property: name)
    }

    public override func nextIndex(
        after: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Int32? {
        try machine.toInt32(try call("nextNameIndex", object, machine, [Value(after)]))
    }

    public override func nextName(
        _ index: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value { try call("nextName", object, machine, [Value(index)]) }

    public override func nextValue(
        _ index: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value { try call("nextValue", object, machine, [Value(index)]) }
}

/// `flash.utils.Proxy`.
enum ProxyClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.utils.Proxy", base: "Object", .exotic)
        table.makeState = { _, _ in ProxyState() }
        table.members = {
            [
                refusing("getProperty", "(name:*):*", 2088),
                refusing("setProperty", "(name:*, value:*):void", 2089),
                refusing("callProperty", "(name:*, ...rest):*", 2090),
                refusing("hasProperty", "(name:*):Boolean", 2091),
                refusing("deleteProperty", "(name:*):Boolean", 2092),
                refusing("getDescendants", "(name:*):*", 2093),
                refusing("nextNameIndex", "(index:int):int", 2105),
                refusing("nextName", "(index:int):String", 2106),
                refusing("nextValue", "(index:int):*", 2107),
                NativeMember(method: "isAttribute", "(name:*):Boolean", isAttribute, .proxy),
            ]
        }
        return table
    }()

    /// A method that a derived class must override.
    private static func refusing(_ name: StaticString, _ signature: StaticString, _ number: Int) -> NativeMember {
        NativeMember(
            method: name, signature,
            { (call) throws(ScriptError) in
                throw call.machine.makeError(.illegalOperation, number, through: AVM2Machine.throwError)
            }, .proxy)
    }

    private static func isAttribute(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(call[0].object?.native(as: QNameState.self)?.isAttribute ?? false)
    }
}
