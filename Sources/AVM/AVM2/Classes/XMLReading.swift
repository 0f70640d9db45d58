import AVM

/// Methods of `XML` and `XMLList` that change nothing. On a list they work on every item, or on the only one.
enum XMLReading {
    static let members: [NativeMember] =
        NativeMember.shared("attribute", "(attributeName:* = undefined):XMLList", length: 1, attribute)
        + NativeMember.shared("attributes", "():XMLList", length: 0, attributes)
        + NativeMember.shared("child", "(propertyName:* = undefined):XMLList", length: 1, child)
        + NativeMember.shared("children", "():XMLList", length: 0, children)
        + NativeMember.shared("comments", "():XMLList", length: 0, comments)
        + NativeMember.shared("contains", "(value:* = undefined):Boolean", length: 1, contains)
        + NativeMember.shared("copy", "():*", length: 0, copy)
        + NativeMember.shared("descendants", "(name:* = \"*\"):XMLList", length: 1, descendants)
        + NativeMember.shared("elements", "(name:* = \"*\"):XMLList", length: 1, elements)
        + NativeMember.shared("hasOwnProperty", "(P:* = undefined):Boolean", length: 1, hasOwnProperty)
        + NativeMember.shared("propertyIsEnumerable", "(P:* = undefined):Boolean", length: 1, propertyIsEnumerable)
        + NativeMember.shared("hasComplexContent", "():Boolean", length: 0, hasComplexContent)
        + NativeMember.shared("hasSimpleContent", "():Boolean", length: 0, hasSimpleContent)
        + NativeMember.shared("parent", "():*", length: 0, parent)
        + NativeMember.shared(
            "processingInstructions", "(name:* = \"*\"):XMLList", length: 1, processingInstructions)
        + NativeMember.shared("text", "():XMLList", length: 0, text)
        + NativeMember.shared("toString", "():String", length: 0, toString)
        + NativeMember.shared("toXMLString", "():String", length: 0, toXMLString)
        + single("childIndex", "():int", length: 0) { (node, call) throws(ScriptError) in
            Value(node.childIndex ?? -1)
        }
        + single("inScopeNamespaces", "():Array", length: 0, inScopeNamespaces)
        + single("localName", "():Object", length: 0) { (node, call) throws(ScriptError) in
            node.name.map { call.text($0.local) } ?? .null
        }
        + single("name", "():Object", length: 0) { (node, call) throws(ScriptError) in
            guard let name = node.name else { return .null }
            return QNameClass.make(name, isAttribute: node.kind == .attribute, call.machine)
        }
        + single("namespace", "(...rest):*", length: 1, namespace)
        + single("namespaceDeclarations", "():Array", length: 0, namespaceDeclarations)
        + single("nodeKind", "():String", length: 0) { (node, call) throws(ScriptError) in call.text(node.nodeKind) }

    // MARK: Whom a method works on

    /// The nodes that `this` is or holds.
    static func nodes(_ call: NativeCall, _ method: String) throws(ScriptError) -> [XMLNode] {
        let xml = call.machine.xml
        if let node = xml.node(call.this) { return [node] }
        guard let list = xml.list(call.this) else { throw call.incompatible("XML.prototype.\(method)") }
        return list.nodes
    }

    /// A method that works on lists of one item alone: else Error #1086.
    static func single(
        _ name: StaticString, _ signature: StaticString, length: Int,
        _ body: @escaping @Sendable (XMLNode, NativeCall) throws(ScriptError) -> Value
    ) -> [NativeMember] {
        NativeMember.shared(name, signature, length: length) { (call) throws(ScriptError) in
            let nodes = try nodes(call, String(describing: name))
            guard nodes.count == 1 else { throw call.machine.makeError(.type, 1086, [String(describing: name)]) }
            return try body(nodes[0], call)
        }
    }

    /// The list of what `body` finds in each node. A list's own items keep what they were got from.
    private static func list(
        _ call: NativeCall, _ method: String, _ query: XMLQuery = .any, _ body: (XMLNode) -> [XMLNode]
    ) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        if let node = xml.node(call.this) {
            return xml.value(XMLListState(body(node), target: .node(node), property: query))
        }
        guard let list = xml.list(call.this) else { throw call.incompatible("XML.prototype.\(method)") }
        let result = XMLListState(target: .list(list), property: query)
        for node in list.nodes {
            let found = body(node)
            if !found.isEmpty { result.append(XMLListState(found, target: .node(node), property: query)) }
        }
        return xml.value(result)
    }

    // MARK: Parts

    private static func attribute(_ call: NativeCall) throws(ScriptError) -> Value {
        let query = try call.machine.xml.query(call[0], isAttribute: true)
        return try list(call, "attribute", query) { $0.matching(query) }
    }

    private static func attributes(_ call: NativeCall) throws(ScriptError) -> Value {
        let query = XMLQuery(isAttribute: true)
        return try list(call, "attributes", query) { $0.attributes }
    }

    private static func child(_ call: NativeCall) throws(ScriptError) -> Value {
        let query = try call.machine.xml.query(call[0])
        if let index = query.index {
            return try list(call, "child") { index < $0.children.count ? [$0.children[index]] : [] }
        }
        return try list(call, "child", query) { $0.matching(query) }
    }

    private static func children(_ call: NativeCall) throws(ScriptError) -> Value {
        try list(call, "children") { $0.children }
    }

    private static func comments(_ call: NativeCall) throws(ScriptError) -> Value {
        try list(call, "comments") { $0.children.filter { $0.kind == .comment } }
    }

    private static func descendants(_ call: NativeCall) throws(ScriptError) -> Value {
        let query = try call.machine.xml.query(call.count == 0 ? call.text("*") : call[0])
        let found = try nodes(call, "descendants").flatMap { $0.descendants(query) }
        return call.machine.xml.value(XMLListState(found))
    }

    private static func elements(_ call: NativeCall) throws(ScriptError) -> Value {
        let query = try call.machine.xml.query(call.count == 0 ? call.text("*") : call[0])
        return try list(call, "elements", query) { $0.children.filter { $0.isElement && query.matches($0) } }
    }

    private static func processingInstructions(_ call: NativeCall) throws(ScriptError) -> Value {
        let query = try call.machine.xml.query(call.count == 0 ? call.text("*") : call[0])
        return try list(call, "processingInstructions", query) { node in
            guard !query.isAttribute else { return [] }
            return node.children.filter {
                $0.kind == .processingInstruction && (query.local == nil || query.local == $0.name?.local)
            }
        }
    }

    private static func text(_ call: NativeCall) throws(ScriptError) -> Value {
        try list(call, "text") { $0.children.filter { $0.isText } }
    }

    // MARK: Questions

    private static func contains(_ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        for node in try nodes(call, "contains") {
            if let other = xml.node(call[0]) {
                if try xml.checked({ () throws(XMLFault) in try node.isEqual(to: other) }) { return .true }
            } else if xml.list(call.this) != nil, try call.machine.looselyEqual(xml.value(node), call[0]) {
                return .true
            }
        }
        return .false
    }

    private static func hasOwnProperty(_ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        // On the prototype object it is what every object has.
        guard xml.node(call.this) != nil || xml.list(call.this) != nil else {
            return Value(try call.machine.hasOwn(try call.machine.publicName(call[0]), in: call.this))
        }
        let query = try xml.query(call[0])
        if let index = query.index {
            return Value(index < (xml.list(call.this)?.count ?? 1))
        }
        return Value(try nodes(call, "hasOwnProperty").contains { !$0.matching(query).isEmpty })
    }

    private static func propertyIsEnumerable(_ call: NativeCall) throws(ScriptError) -> Value {
        let text = XMLQuery(local: try call.toText(0).units)
        guard let index = text.index else { return .false }
        return Value(index < (try nodes(call, "propertyIsEnumerable").count))
    }

    private static func hasComplexContent(_ call: NativeCall) throws(ScriptError) -> Value {
        let nodes = try nodes(call, "hasComplexContent")
        if nodes.count == 1 { return Value(nodes[0].hasComplexContent) }
        return Value(nodes.contains { $0.isElement })
    }

    private static func hasSimpleContent(_ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        if let list = xml.list(call.this) { return Value(xml.hasSimpleContent(list)) }
        return Value(try XMLClass.node(call, "hasSimpleContent").hasSimpleContent)
    }

    private static func parent(_ call: NativeCall) throws(ScriptError) -> Value {
        let nodes = try nodes(call, "parent")
        guard let first = nodes.first, let parent = first.parent, nodes.allSatisfy({ $0.parent === parent }) else {
            return .undefined
        }
        return call.machine.xml.value(parent)
    }

    // MARK: Copies and text

    private static func copy(_ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        if let list = xml.list(call.this) { return xml.value(try xml.copy(list)) }
        return xml.value(try xml.copy(try XMLClass.node(call, "copy")))
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        if let list = xml.list(call.this) { return call.text(try xml.text(list)) }
        // The prototype object counts as empty text.
        if call.this == call.machine.types.xml?.pointee.prototype { return call.text("") }
        if call.this == call.machine.types.xmlList?.pointee.prototype { return call.text("") }
        return call.text(try xml.text(try XMLClass.node(call, "toString")))
    }

    private static func toXMLString(_ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        if let list = xml.list(call.this) { return call.text(try xml.xmlText(list)) }
        return call.text(try xml.xmlText(try XMLClass.node(call, "toXMLString")))
    }

    // MARK: Namespaces

    private static func inScopeNamespaces(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        let found = node.inScopeNamespaces
        return array(found.isEmpty ? [.none] : found, call)
    }

    private static func array(_ namespaces: [XMLNamespace], _ call: NativeCall) -> Value {
        let array = call.machine.makeArray()
        let state = array.native(as: ArrayState.self)
        for namespace in namespaces { state?.push(call.machine.xml.value(namespace), call.heap) }
        return Value(array)
    }

    private static func namespace(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        let known = node.inScopeNamespaces
        guard call.count > 0 else {
            guard node.isElement || node.kind == .attribute, let name = node.name else { return .null }
            return call.machine.xml.value(XMLNode.namespace(of: name, among: known))
        }
        let prefix = try call.toText(0).units
        return known.first { $0.prefix == prefix }.map { call.machine.xml.value($0) } ?? .undefined
    }

    private static func namespaceDeclarations(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        guard node.isElement else { return array([], call) }
        let above = node.parent?.inScopeNamespaces ?? []
        let own = node.namespaces.filter { namespace in
            guard namespace.hasPrefix else {
                return !namespace.uri.isEmpty && !above.contains { $0.uri == namespace.uri }
            }
            return !above.contains(namespace)
        }
        return array(own, call)
    }
}
