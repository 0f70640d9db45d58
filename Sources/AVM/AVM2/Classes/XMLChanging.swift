import AVM

/// Methods of `XML` that change the tree. On a list they work where it has one item.
enum XMLChanging {
    static let members: [NativeMember] =
        XMLReading.single("addNamespace", "(ns:*):XML", length: 1, addNamespace)
        + XMLReading.single("appendChild", "(child:*):XML", length: 1, appendChild)
        + XMLReading.single("insertChildAfter", "(child1:*, child2:*):*", length: 2) {
            (node, call) throws(ScriptError) in
            try insertChild(node, call, after: true)
        }
        + XMLReading.single("insertChildBefore", "(child1:*, child2:*):*", length: 2) {
            (node, call) throws(ScriptError) in
            try insertChild(node, call, after: false)
        }
        + NativeMember.shared("normalize", "():*", length: 0, normalize)
        + XMLReading.single("prependChild", "(value:*):XML", length: 1, prependChild)
        + XMLReading.single("removeNamespace", "(ns:*):XML", length: 1, removeNamespace)
        + XMLReading.single("replace", "(propertyName:*, value:*):XML", length: 2, replace)
        + XMLReading.single("setChildren", "(value:*):XML", length: 1, setChildren)
        + XMLReading.single("setLocalName", "(name:*):void", length: 1, setLocalName)
        + XMLReading.single("setName", "(name:*):void", length: 1, setName)
        + XMLReading.single("setNamespace", "(ns:*):void", length: 1, setNamespace)

    // MARK: Children

    /// What is put into a tree: XML itself, all else by way of its text, which is parsed.
    private static func content(_ value: Value, _ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        if xml.node(value) != nil || xml.list(value) != nil { return value }
        // From SWF 10 on, text is text.
        if call.machine.swfVersion >= 10 { return Value(try call.machine.toString(value)) }
        return xml.value(try xml.toXML(Value(try call.machine.toString(value))))
    }

    private static func appendChild(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        let value = try content(call[0], call)
        let list = XMLListState(node.children, target: .node(node), property: .any)
        let query = XMLQuery(local: Array(String(node.children.count).utf16))
        try xml.put(value, query, list)
        return xml.value(node)
    }

    private static func prependChild(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        let value = try content(call[0], call)
        try call.machine.xml.insert(value, at: 0, in: node)
        try call.machine.xml.notify(node, "nodeAdded", value)
        return call.machine.xml.value(node)
    }

    /// Undefined where the first child is none of this node's; null means either end.
    private static func insertChild(
        _ node: XMLNode, _ call: NativeCall, after: Bool
    ) throws(ScriptError) -> Value {
        guard node.isElement else { return .undefined }
        let xml = call.machine.xml
        let value = try content(call[1], call)
        let place: Int
        if call[0].isNull {
            place = after ? 0 : node.children.count
        } else {
            let list = xml.list(call[0])
            guard let child = xml.node(call[0]) ?? (list?.count == 1 ? list?.nodes[0] : nil),
                let index = node.children.firstIndex(where: { $0 === child })
            else { return .undefined }
            place = after ? index + 1 : index
        }
        try xml.insert(value, at: place, in: node)
        try xml.notify(node, "nodeAdded", value)
        return xml.value(node)
    }

    private static func setChildren(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        try call.machine.xml.put(call[0], .any, node)
        return call.machine.xml.value(node)
    }

    private static func replace(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        guard node.isElement else { return xml.value(node) }
        let value: Value
        if let list = xml.list(call[1]) {
            value = xml.value(try xml.copy(list))
        } else if let other = xml.node(call[1]) {
            value = xml.value(try xml.copy(other))
        } else {
            value = try content(call[1], call)
        }
        let query = try xml.query(call[0])
        if let index = query.index {
            try xml.replace(node, index, with: value)
            return xml.value(node)
        }
        var place: Int?
        for index in node.children.indices.reversed() where query.matches(node.children[index]) {
            if let old = place { node.removeChild(at: old) }
            place = index
        }
        if let place { try xml.replace(node, place, with: value) }
        return xml.value(node)
    }

    /// Joins neighbouring texts and drops those of white space alone.
    private static func normalize(_ call: NativeCall) throws(ScriptError) -> Value {
        for node in try XMLReading.nodes(call, "normalize") { normalize(node) }
        if let list = call.machine.xml.list(call.this) { joinTexts(of: list) }
        return call.this
    }

    /// In a list, texts side by side become one, and empty ones go; white space stays.
    private static func joinTexts(of list: XMLListState) {
        var index = 0
        while index < list.count {
            let node = list.nodes[index]
            guard node.isText else {
                index += 1
                continue
            }
            while index + 1 < list.count, list.nodes[index + 1].isText {
                node.value += list.nodes[index + 1].value
                list.remove(at: index + 1)
            }
            if node.value.isEmpty { list.remove(at: index) } else { index += 1 }
        }
    }

    private static func normalize(_ top: XMLNode) {
        var pending = [top]
        while let node = pending.popLast() {
            var index = 0
            while index < node.children.count {
                let child = node.children[index]
                guard child.isText else {
                    if child.isElement { pending.append(child) }
                    index += 1
                    continue
                }
                while index + 1 < node.children.count, node.children[index + 1].isText {
                    child.value += node.children[index + 1].value
                    node.removeChild(at: index + 1)
                }
                if child.value.allSatisfy({ XMLText.isSpace($0) }) {
                    node.removeChild(at: index)
                } else {
                    index += 1
                }
            }
        }
    }

    // MARK: Names and namespaces

    private static func addNamespace(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        node.addInScope(try xml.namespace(call[0]))
        try xml.notify(node, "namespaceAdded", call[0])
        return xml.value(node)
    }

    private static func removeNamespace(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        let xml = call.machine.xml
        let namespace = try xml.namespace(call[0])
        removeNamespace(namespace, from: node)
        try xml.notify(node, "namespaceRemoved", xml.value(namespace))
        return xml.value(node)
    }

    private static func removeNamespace(_ namespace: XMLNamespace, from top: XMLNode) {
        var pending = [top]
        while let node = pending.popLast() {
            guard node.isElement else { continue }
            // What a name of the node itself uses stays, and so do declarations below.
            let names = ([node] + node.attributes).compactMap { $0.name }
            let isUsed = names.contains { name in
                let used = XMLNode.namespace(of: name, among: node.namespaces)
                return used.uri == namespace.uri && (namespace.prefix == nil || used.prefix == namespace.prefix)
            }
            if isUsed { continue }
            if let index = node.indexOfDeclaration(namespace) { node.namespaces.remove(at: index) }
            pending += node.children
        }
    }

    private static func checkName(_ name: [UInt16], _ call: NativeCall) throws(ScriptError) {
        guard XMLText.isName(name) else {
            throw call.machine.makeError(.type, 1117, call.heap.makeString(utf16: name))
        }
    }

    private static func setLocalName(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        guard let old = node.name else { return .undefined }
        let name: [UInt16]
        if let qualified = call[0].object?.native(as: QNameState.self) {
            name = qualified.local
        } else {
            name = try call.toText(0).units
        }
        try checkName(name, call)
        node.name?.local = name
        try call.machine.xml.notify(node, "nameSet", call.text(name), call.text(old.local))
        return .undefined
    }

    private static func setName(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        guard let old = node.name else { return .undefined }
        let xml = call.machine.xml
        let name: XMLName
        if let qualified = call[0].object?.native(as: QNameState.self) {
            name = XMLName(qualified.local, qualified.namespace ?? xml.defaultNamespace)
        } else {
            name = XMLName(call[0].isUndefined ? [] : try call.toText(0).units, xml.defaultNamespace)
        }
        try checkName(name.local, call)
        if node.kind == .processingInstruction {
            node.name = XMLName(name.local)
        } else {
            node.name = name
            if !name.namespace.uri.isEmpty {
                (node.kind == .attribute ? node.parent : node)?.addInScope(name.namespace)
            }
        }
        try xml.notify(node, "nameSet", call[0], call.text(old.local))
        return .undefined
    }

    private static func setNamespace(_ node: XMLNode, _ call: NativeCall) throws(ScriptError) -> Value {
        guard node.isElement || node.kind == .attribute, let name = node.name else { return .undefined }
        let namespace = try call.machine.xml.namespace(call[0])
        node.name = XMLName(name.local, namespace)
        (node.kind == .attribute ? node.parent : node)?.addInScope(namespace)
        try call.machine.xml.notify(node, "namespaceSet", call.machine.xml.value(namespace))
        return .undefined
    }
}
