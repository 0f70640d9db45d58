import AVM

/// The `XMLNode` class.
enum XMLNodeClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("cloneNode", cloneNode),
        NativeMethod("removeNode", removeNode),
        NativeMethod("insertBefore", insertBefore),
        NativeMethod("appendChild", appendChild),
        NativeMethod("hasChildNodes", hasChildNodes),
        NativeMethod("toString", toString),
        NativeMethod("getNamespaceForPrefix", getNamespaceForPrefix),
        NativeMethod("getPrefixForNamespace", getPrefixForNamespace),
    ]

    private static let properties: [NativeProperty] = [
        NativeProperty("attributes", get: node { state, _, _ in Value(state.attributes) }),
        NativeProperty("childNodes", get: node(childNodes)),
        NativeProperty("firstChild", get: node { state, _, _ in Value(orNull: state.children.first) }),
        NativeProperty("lastChild", get: node { state, _, _ in Value(orNull: state.children.last) }),
        NativeProperty("nextSibling", get: node { state, own, _ in Value(orNull: state.sibling(of: own, 1)) }),
        NativeProperty("previousSibling", get: node { state, own, _ in Value(orNull: state.sibling(of: own, -1)) }),
        NativeProperty("parentNode", get: node { state, _, _ in Value(orNull: state.parent) }),
        NativeProperty("nodeType", get: node { state, _, _ in Value(state.type) }),
        NativeProperty("nodeName", get: node { state, _, _ in optional(state.name) }, set: node(setName)),
        NativeProperty("nodeValue", get: node { state, _, _ in optional(state.value) }, set: node(setValue)),
        NativeProperty("prefix", get: node { state, _, call in optional(prefix(state, call)) }),
        NativeProperty("localName", get: node { state, _, call in optional(localName(state, call)) }),
        NativeProperty("namespaceURI", get: node(namespaceURI)),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("XMLNode", constructor: construct)
        row.methods = methods
        row.properties = properties
        machine.prototypes.xmlNode = machine.install(row).prototype
    }

    /// `new XMLNode(type, text)`: the name of an element, else the value.
    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard call.isConstructing, let this = call.this.object else { return .undefined }
        guard call.count >= 2 else { return call.this }
        let type = try call.machine.toInt32(call[0])
        let text = try call.machine.toString(call[1])
        call.machine.setXMLNode(this, type: type, name: type == 1 ? text : nil, value: type == 1 ? nil : text)
        return call.this
    }

    /// A method or property of a node; undefined for what is none.
    private static func node(
        _ body: @escaping @Sendable (XMLNodeState, Object, Call) throws(ScriptError) -> Value
    ) -> NativeBody {
        { (call) throws(ScriptError) -> Value in
            guard let own = call.this.object, let state = XMLNodeState.of(own) else { return .undefined }
            return try body(state, own, call)
        }
    }

    private static func optional(_ string: StringRef?) -> Value { string.map { Value($0) } ?? .null }

    // MARK: Properties

    private static func childNodes(_ state: XMLNodeState, _ own: Object, _ call: Call) throws(ScriptError) -> Value {
        if let known = state.childArray { return Value(known) }
        let array = call.machine.makeArray(state.children.map { Value($0) })
        state.childArray = array
        return Value(array)
    }

    private static func setName(_ state: XMLNodeState, _ own: Object, _ call: Call) throws(ScriptError) -> Value {
        if call[0].isUndefined { return .undefined }
        state.name = call[0].isNull ? nil : try call.machine.toString(call[0])
        return .undefined
    }

    private static func setValue(_ state: XMLNodeState, _ own: Object, _ call: Call) throws(ScriptError) -> Value {
        if call[0].isUndefined { return .undefined }
        state.value = call[0].isNull ? nil : try call.machine.toString(call[0])
        return .undefined
    }

    // MARK: Namespaces

    /// What stands before the colon of the name, "" where there is none; nil without a name.
    private static func prefix(_ state: XMLNodeState, _ call: Call) -> StringRef? {
        guard let name = state.name else { return nil }
        let units = name.units
        guard let colon = units.firstIndex(of: 0x3A), colon + 1 < units.count else { return call.heap.emptyString }
        return call.heap.makeString(utf16: Array(units[..<colon]))
    }

    private static func localName(_ state: XMLNodeState, _ call: Call) -> StringRef? {
        guard let name = state.name else { return nil }
        let units = name.units
        guard let colon = units.firstIndex(of: 0x3A), colon + 1 < units.count else { return name }
        return call.heap.makeString(utf16: Array(units[(colon + 1)...]))
    }

    private static func namespaceURI(_ state: XMLNodeState, _ own: Object, _ call: Call) throws(ScriptError) -> Value {
        guard let prefix = prefix(state, call) else { return .null }
        return try namespace(of: prefix.units, from: own, call) ?? Value(call.heap.emptyString)
    }

    private static let xmlns = Array("xmlns".utf16)

    /// The prefix that an attribute declares; nil where it declares none.
    ///
    /// Flash looks for a prefix behind "xmlns:" only: "xmlns:" alone and names such as "xmlnsfoo" all declare the
    /// namespace of names without a prefix, as "xmlns" does.
    private static func declaredPrefix(_ attribute: [UInt16]) -> ArraySlice<UInt16>? {
        guard attribute.starts(with: xmlns) else { return nil }
        let rest = attribute.dropFirst(xmlns.count)
        return rest.first == 0x3A ? rest.dropFirst() : []
    }

    /// What the nearest attribute that declares the prefix says; of several of one node, the first.
    private static func namespace(of prefix: [UInt16], from node: Object, _ call: Call) throws(ScriptError) -> Value? {
        var next: Object? = node
        while let current = next, let state = XMLNodeState.of(current) {
            for key in call.machine.enumerate(state.attributes) {
                guard let declared = declaredPrefix(key.string.units), declared.elementsEqual(prefix) else { continue }
                return try call.machine.get(state.attributes, key)
            }
            next = state.parent
        }
        return nil
    }

    private static func getNamespaceForPrefix(_ call: Call) throws(ScriptError) -> Value {
        guard let own = call.this.object, let state = XMLNodeState.of(own), call.count > 0 else { return .undefined }
        if state.name == nil { return .null }
        return try namespace(of: try call.machine.toString(call[0]).units, from: own, call) ?? .null
    }

    private static func getPrefixForNamespace(_ call: Call) throws(ScriptError) -> Value {
        guard let own = call.this.object, call.count > 0 else { return .undefined }
        let wanted = try call.machine.toString(call[0])
        var next: Object? = own
        while let current = next, let state = XMLNodeState.of(current) {
            for key in call.machine.enumerate(state.attributes) {
                guard let prefix = declaredPrefix(key.string.units),
                    try call.machine.toString(try call.machine.get(state.attributes, key)) == wanted
                else { continue }
                return Value(call.heap.makeString(utf16: Array(prefix)))
            }
            next = state.parent
        }
        return .null
    }

    // MARK: Methods

    private static func hasChildNodes(_ call: Call) throws(ScriptError) -> Value {
        XMLNodeState.of(call.this.object).map { Value(!$0.children.isEmpty) } ?? .undefined
    }

    private static func appendChild(_ call: Call) throws(ScriptError) -> Value {
        guard let own = call.this.object, let state = XMLNodeState.of(own), let child = call[0].object,
            let childState = XMLNodeState.of(child)
        else { return .undefined }
        // A node goes neither into itself nor below itself, nor where it is already.
        if state.isInside(child, own: own) || childState.parent == own { return .undefined }
        state.insert(child, at: state.children.count, in: own)
        return .undefined
    }

    private static func insertBefore(_ call: Call) throws(ScriptError) -> Value {
        guard let own = call.this.object, let state = XMLNodeState.of(own), let child = call[0].object,
            XMLNodeState.of(child) != nil, let next = call[1].object,
            !state.isInside(child, own: own), XMLNodeState.of(child)?.parent != own, state.children.contains(next)
        else { return .undefined }
        XMLNodeState.of(child)?.remove(child)
        guard let index = state.children.firstIndex(of: next) else { return .undefined }
        state.insert(child, at: index, in: own)
        return .undefined
    }

    private static func removeNode(_ call: Call) throws(ScriptError) -> Value {
        guard let own = call.this.object, let state = XMLNodeState.of(own) else { return .undefined }
        state.remove(own)
        return .undefined
    }

    private static func cloneNode(_ call: Call) throws(ScriptError) -> Value {
        guard let own = call.this.object, XMLNodeState.of(own) != nil else { return .undefined }
        return Value(orNull: try clone(own, isDeep: call.machine.toBool(call[0]), call))
    }

    private static func clone(_ node: Object, isDeep: Bool, _ call: Call) throws(ScriptError) -> Object? {
        guard let state = XMLNodeState.of(node) else { return nil }
        if call.machine.isStackExhausted { throw .halted(.tooDeep) }
        let copy = call.machine.makeXMLNode(type: state.type, name: state.name, value: state.value)
        guard let copyState = XMLNodeState.of(copy) else { return nil }
        for key in call.machine.enumerate(state.attributes).reversed() {
            call.heap.define(key, try call.machine.get(state.attributes, key), on: copyState.attributes)
        }
        guard isDeep else { return copy }
        for child in state.children {
            if let childCopy = try clone(child, isDeep: true, call) {
                copyState.insert(childCopy, at: copyState.children.count, in: copy)
            }
        }
        return copy
    }

    private static func toString(_ call: Call) throws(ScriptError) -> Value {
        guard let own = call.this.object, XMLNodeState.of(own) != nil else { return .undefined }
        return Value(call.heap.makeString(utf16: try call.machine.xmlText(of: own)))
    }
}
