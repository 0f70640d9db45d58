import AVM

/// What a `QName` object is.
public final class QNameState: ExoticState {
    public var local: [UInt16] = []
    /// Nil: any namespace.
    public var namespace: XMLNamespace? = XMLNamespace.none
    /// Made by `@`: an attribute's name.
    public var isAttribute = false

    // `for in` gives uri and localName.

    public override func nextIndex(
        after: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Int32? { after < 2 ? after + 1 : 0 }

    public override func nextName(
        _ index: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value { machine.string(index == 1 ? "uri" : "localName") }

    public override func nextValue(
        _ index: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value {
        if index == 2 { return Value(machine.heap.makeString(utf16: local)) }
        return namespace.map { Value(machine.heap.makeString(utf16: $0.uri)) } ?? .null
    }
}

/// `QName`. ECMA-357 13.3.
enum QNameClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "QName", base: "Object", [.final, .exotic], constructor: "(namespace:* = undefined, name:* = undefined)")
        table.makeState = { _, _ in QNameState() }
        table.construct = construct
        table.call = { (call) throws(ScriptError) in
            // A name is itself.
            if call.count == 1, call[0].object?.native(as: QNameState.self) != nil { return call[0] }
            return try construct(call)
        }
        table.members = {
            [
                NativeMember(get: "localName", ":String") { (call) throws(ScriptError) in
                    call.text(try state(call, "localName").local)
                },
                NativeMember(get: "uri", ":*") { (call) throws(ScriptError) in
                    try state(call, "uri").namespace.map { call.text($0.uri) } ?? .null
                },
            ]
                + NativeMember.shared("toString", "():String", length: 0, toString)
                + NativeMember.shared("valueOf", "():QName", length: 0) { (call) throws(ScriptError) in call.this }
                + [
                    NativeMember(prototype: "toJSON", length: 1) { (call) throws(ScriptError) in call.text("QName") }
                ]
        }
        table.staticMembers = { [.length(2)] }
        return table
    }()

    static func make(_ name: XMLName, isAttribute: Bool = false, _ machine: AVM2Machine) -> Value {
        guard let traits = machine.types.qname, (try? machine.classObject(traits)) != nil else { return .null }
        let object = machine.instantiate(traits)
        guard let state = object.native(as: QNameState.self) else { return .null }
        state.local = name.local
        state.namespace = name.namespace
        state.isAttribute = isAttribute
        return Value(object)
    }

    private static func state(_ call: NativeCall, _ method: String) throws(ScriptError) -> QNameState {
        guard let state = call.this.object?.native(as: QNameState.self) else {
            throw call.incompatible("QName.prototype.\(method)")
        }
        return state
    }

    /// `QName(name)`, `QName(namespace, name)`; a null namespace means any.
    private static func construct(_ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        let object = machine.instantiate(machine.types.qname!)
        guard let state = object.native(as: QNameState.self) else { return .null }
        let last = call.count > 1 ? call[1] : call[0]
        if let other = last.object?.native(as: QNameState.self) {
            state.local = other.local
            state.namespace = other.namespace
            state.isAttribute = other.isAttribute
        } else {
            state.local = last.isUndefined ? [] : try machine.toString(last).units
            state.namespace = state.local == [0x2A] ? nil : machine.xml.defaultNamespace
        }
        if call.count > 1 {
            if call[0].isNull {
                state.namespace = nil
            } else if !call[0].isUndefined {
                state.namespace = try machine.xml.namespace(call[0])
            } else if state.local != [0x2A] {
                state.namespace = machine.xml.defaultNamespace
            }
        }
        return Value(object)
    }

    /// "name", "uri::name", "*::name".
    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        if call.this == call.machine.types.qname?.pointee.prototype { return call.text("") }
        let state = try state(call, "toString")
        guard let namespace = state.namespace else { return call.text(Array("*::".utf16) + state.local) }
        if namespace.uri.isEmpty { return call.text(state.local) }
        return call.text(namespace.uri + [0x3A, 0x3A] + state.local)
    }

    /// What the machine takes a QName object for where it stands for a property.
    static func parts(of object: Object, _ machine: AVM2Machine) -> QualifiedParts? {
        guard let state = object.native(as: QNameState.self) else { return nil }
        let name = machine.heap.strings.pinned(machine.heap.makeString(utf16: state.local))
        let namespace = state.namespace.map {
            machine.namespaces.publicNamespace(machine.heap.makeString(utf16: $0.uri))
        }
        return QualifiedParts(
            name: state.local == [0x2A] ? nil : name, namespace: namespace, isAttribute: state.isAttribute)
    }
}
