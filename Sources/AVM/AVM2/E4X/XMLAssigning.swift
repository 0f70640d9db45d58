import AVM

/// Changing E4X trees: E4X 9.1.1 and 9.2.1, `[[Put]]`, `[[Delete]]`, `[[Insert]]`, `[[Replace]]`.
extension XMLRuntime {
    // MARK: One element

    /// `element.query = value`. Other nodes take nothing.
    func put(_ value: Value, _ query: XMLQuery, _ element: XMLNode) throws(ScriptError) {
        if query.index != nil { throw machine.makeError(.type, 1087) }
        guard element.isElement else { return }
        let content = try assigned(value)
        if query.isAttribute { return try putAttribute(content, query, element) }
        if let local = query.local, !XMLText.isName(local) { return }
        let isPrimitive = node(content) == nil && list(content) == nil && !query.isAnyName
        var place: Int?
        // Of those that match, the first stays and the others go.
        for index in element.children.indices.reversed() where query.matches(element.children[index]) {
            if let old = place { try removeChild(element, at: old) }
            place = index
        }
        let index = place ?? element.children.count
        guard isPrimitive else {
            let isNew = place == nil
            let prior = place.map { element.children[$0] }
            try replace(element, index, with: content)
            guard index < element.children.count else { return }
            try notifyChild(element, isNew ? "nodeAdded" : "nodeChanged", element.children[index], prior)
            return
        }
        if place == nil {
            let name = query.newName(otherwise: defaultNamespace)
            let child = XMLNode(.element, name: name)
            insert(child, at: index, in: element)
            child.addInScope(name.namespace)
        }
        let child = element.children[index]
        let priorText = child.children.first.map { self.value($0) } ?? .undefined
        try notifyRemoved(child)
        child.removeAllChildren()
        let text = try machine.toString(content).units
        if !text.isEmpty {
            let node = XMLNode(.text, value: text)
            insert(node, at: 0, in: child)
            try notify(node, "textSet", content, priorText)
        }
    }

    /// What is assigned: XML is copied, but text and attributes count as their text; the rest becomes text.
    private func assigned(_ value: Value) throws(ScriptError) -> Value {
        if let list = list(value) {
            if list.count == 1, list.nodes[0].kind == .text || list.nodes[0].kind == .attribute {
                return Value(try machine.toString(value))
            }
            return self.value(try copy(list))
        }
        if let node = node(value) {
            if node.kind == .text || node.kind == .attribute { return Value(try machine.toString(value)) }
            return self.value(try copy(node))
        }
        return Value(try machine.toString(value))
    }

    private func putAttribute(_ value: Value, _ query: XMLQuery, _ element: XMLNode) throws(ScriptError) {
        var text: [UInt16] = []
        if let list = list(value) {
            for (index, node) in list.nodes.enumerated() {
                if index > 0 { text.append(0x20) }
                text += try self.text(node)
            }
        } else {
            text = try machine.toString(value).units
        }
        let matching = element.attributes.filter { query.matches($0) }
        for extra in matching.dropFirst() {
            if let index = element.attributes.firstIndex(where: { $0 === extra }) { element.removeAttribute(at: index) }
        }
        let shown = machine.heap.makeString(utf16: query.local ?? [])
        if let attribute = matching.first {
            let prior = attribute.value
            attribute.value = text
            try notify(
                element, "attributeChanged", Value(shown), Value(machine.heap.makeString(utf16: prior)))
            return
        }
        // Any name is the name of none.
        guard !query.isAnyName else { return }
        let name = query.newName(otherwise: .none)
        ensureOwned(element)
        element.append(attribute: XMLNode(.attribute, name: name, value: text))
        element.addInScope(name.namespace)
        try notify(element, "attributeAdded", Value(shown), Value(machine.heap.makeString(utf16: text)))
    }

    /// `delete element.query`.
    func delete(_ query: XMLQuery, _ element: XMLNode) throws(ScriptError) {
        if query.index != nil { return }
        if query.isAttribute {
            var index = 0
            while index < element.attributes.count {
                let attribute = element.attributes[index]
                guard query.matches(attribute) else {
                    index += 1
                    continue
                }
                element.removeAttribute(at: index)
                try notify(
                    element, "attributeRemoved", Value(machine.heap.makeString(utf16: attribute.name?.local ?? [])),
                    Value(machine.heap.makeString(utf16: attribute.value)))
            }
            return
        }
        var index = 0
        while index < element.children.count {
            if query.matches(element.children[index]) {
                try removeChild(element, at: index)
            } else {
                index += 1
            }
        }
    }

    private func removeChild(_ element: XMLNode, at index: Int) throws(ScriptError) {
        let child = element.children[index]
        element.removeChild(at: index)
        if child.isElement { try notifyChild(element, "nodeRemoved", child, nil) }
    }

    // MARK: Inserting and replacing

    /// Objects below an element keep it alive only if it has an object itself.
    private func ensureOwned(_ element: XMLNode) { _ = object(element) }

    func insert(_ child: XMLNode, at index: Int, in element: XMLNode) {
        ensureOwned(element)
        element.insert(child, at: index)
    }

    private func checkNoLoop(_ child: XMLNode, _ element: XMLNode) throws(ScriptError) {
        if element.isWithin(child) { throw machine.makeError(.type, 1118) }
    }

    /// E4X 9.1.1.11: puts a value in front of the child at `index`.
    func insert(_ value: Value, at index: Int, in element: XMLNode) throws(ScriptError) {
        guard element.isElement else { return }
        guard let list = list(value) else {
            if let node = node(value), node.kind != .attribute {
                try checkNoLoop(node, element)
                return insert(node, at: index, in: element)
            }
            let text = try machine.toString(value).units
            return insert(XMLNode(.text, value: text), at: index, in: element)
        }
        for (offset, node) in list.nodes.enumerated() {
            try checkNoLoop(node, element)
            insert(node, at: index + offset, in: element)
        }
    }

    /// E4X 9.1.1.12: puts a value in the place of the child at `index`, at the end where there is none.
    func replace(_ element: XMLNode, _ index: Int, with value: Value) throws(ScriptError) {
        guard element.isElement else { return }
        ensureOwned(element)
        if let node = node(value), node.kind != .attribute {
            if node.isElement { try checkNoLoop(node, element) }
            element.replaceChild(at: index, with: node)
        } else if list(value) != nil {
            element.removeChild(at: index)
            try insert(value, at: min(index, element.children.count), in: element)
        } else {
            let text = XMLNode(.text, value: try machine.toString(value).units)
            let prior = element.replaceChild(at: index, with: text)
            try notify(
                text, "textSet", Value(machine.heap.makeString(utf16: text.value)),
                prior.map { Value(machine.heap.makeString(utf16: $0.value)) } ?? .undefined)
        }
    }

    // MARK: Notifying

    private func isWatched(_ node: XMLNode) -> Bool {
        var place: XMLNode? = node
        while let next = place {
            if !next.notification.isNullish { return true }
            place = next.parent
        }
        return false
    }

    /// Calls the functions that `setNotification` gave to the node and its ancestors.
    func notify(_ target: XMLNode, _ kind: String, _ value: Value, _ detail: Value = .undefined) throws(ScriptError) {
        guard isWatched(target) else { return }
        let shown = self.value(target)
        var place: XMLNode? = target
        while let node = place {
            if !node.notification.isNullish {
                _ = try machine.call(
                    node.notification, this: .undefined, self.value(node), machine.string(kind), shown, value, detail)
            }
            place = node.parent
        }
    }

    func notifyChild(
        _ target: XMLNode, _ kind: String, _ child: XMLNode, _ prior: XMLNode?
    ) throws(ScriptError) {
        guard isWatched(target) else { return }
        try notify(target, kind, value(child), prior.map { value($0) } ?? .undefined)
    }

    private func notifyRemoved(_ element: XMLNode) throws(ScriptError) {
        guard isWatched(element) else { return }
        for child in element.children where child.isElement {
            try notify(element, "nodeRemoved", value(child), .undefined)
        }
    }
}
