import AVM

/// `Namespace`. ECMA-357 13.2. Its values are no objects, see ``NamespaceCell``.
enum NamespaceClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("Namespace", base: "Object", .final)
        table.construct = construct
        table.call = { (call) throws(ScriptError) in
            if call.count == 1, call[0].isNamespace { return call[0] }
            return try construct(call)
        }
        table.members = {
            [
                NativeMember(get: "uri", ":String") { (call) throws(ScriptError) in
                    try cell(call, "uri").pointee.uri
                },
                NativeMember(get: "prefix", ":*") { (call) throws(ScriptError) in
                    let cell = try cell(call, "prefix")
                    if cell.pointee.prefix.isUndefined, cell.pointee.uri.string?.isEmpty ?? true {
                        return call.text("")
                    }
                    return cell.pointee.prefix
                },
            ]
                + NativeMember.shared("toString", "():String", length: 0, toString)
                + NativeMember.shared("valueOf", "():String", length: 0, toString)
        }
        table.staticMembers = { [.length(2)] }
        return table
    }()

    private static func cell(
        _ call: NativeCall, _ method: String
    ) throws(ScriptError) -> UnsafeMutablePointer<NamespaceCell> {
        guard let cell = call.this.namespace else { throw call.incompatible("Namespace.prototype.\(method)") }
        return cell
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        if call.this == call.machine.types.namespace.pointee.prototype { return call.text("") }
        return try cell(call, "toString").pointee.uri
    }

    /// `Namespace(uri)`, `Namespace(prefix, uri)`. Error #1098: a prefix without a URI.
    private static func construct(_ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        switch call.count {
        case 0: return xml.value(.none)
        case 1: return xml.value(try xml.namespace(call[0]))
        default:
            let uri: [UInt16]
            if let name = call[1].object?.native(as: QNameState.self), let namespace = name.namespace {
                uri = namespace.uri
            } else {
                uri = try call.machine.toString(call[1]).units
            }
            if uri.isEmpty {
                let prefix = call[0].isUndefined ? call.machine.names.empty.string : try call.toText(0)
                guard prefix.isEmpty else { throw call.machine.makeError(.type, 1098, prefix) }
                return xml.value(.none)
            }
            var prefix: [UInt16]?
            if !call[0].isUndefined {
                let text = try call.toText(0).units
                if text.isEmpty || XMLText.isName(text) { prefix = text }
            }
            return xml.value(XMLNamespace(uri: uri, prefix: prefix))
        }
    }
}
