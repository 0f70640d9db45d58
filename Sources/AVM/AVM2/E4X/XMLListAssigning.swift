import AVM

/// Changing XML through lists: E4X 9.2.1.
extension XMLRuntime {
    /// What a list stands for in an assignment: itself, or what an empty one would be in the tree it was got from,
    /// which is made there. Nil: nothing.
    private enum Resolved {
        case node(XMLNode)
        case list(XMLListState)
    }

    private func resolve(_ list: XMLListState, depth: Int = 0) throws(ScriptError) -> Resolved? {
        if list.count > 0 { return .list(list) }
        if depth > 1_000 { throw machine.makeError(.error, 1023) }
        list.settleTarget()
        if list.property.isAttribute || list.property.isAnyName { return nil }
        switch list.target {
        case .none: return nil
        case .node(let node):
            if node.matching(list.property).isEmpty {
                try put(Value(machine.names.empty.string), list.property, node)
            }
            return .list(
                XMLListState(node.matching(list.property), target: .node(node), property: list.property))
        case .list(let other):
            guard let base = try resolve(other, depth: depth + 1) else { return nil }
            switch base {
            case .node(let node): return .node(node)
            case .list(let base):
                let found = matching(list.property, base)
                if found.count > 0 { return .list(found) }
                if base.count > 1 { throw machine.makeError(.type, 1089) }
                try put(Value(machine.names.empty.string), list.property, base)
                return .list(matching(list.property, base))
            }
        }
    }

    /// `list.query`.
    func matching(_ query: XMLQuery, _ list: XMLListState) -> XMLListState {
        let result = XMLListState(target: .list(list), property: query)
        for node in list.nodes where node.isElement {
            let found = node.matching(query)
            guard !found.isEmpty else { continue }
            result.append(XMLListState(found, target: .node(node), property: query))
        }
        return result
    }

    /// `list.query = value`, and `list[index] = value`.
    func put(_ value: Value, _ query: XMLQuery, _ list: XMLListState) throws(ScriptError) {
        if let index = query.index { return try put(value, at: index, list) }
        if list.count > 1 { throw machine.makeError(.type, 1089) }
        if list.count == 0 {
            switch try resolve(list) {
            case nil: return
            case .node(let node): list.append(node)
            case .list(let found):
                guard found.count == 1 else { return }
                list.append(found)
            }
        }
        try put(value, query, list.nodes[0])
    }

    private func put(_ value: Value, at given: Int, _ list: XMLListState) throws(ScriptError) {
        var base: XMLNode?
        list.settleTarget()
        switch list.target {
        case .none: break
        case .node(let node): base = node
        case .list(let other):
            guard let resolved = try resolve(other) else { return }
            switch resolved {
            case .node(let node): base = node
            case .list(let found):
                if given >= list.count {
                    guard found.count == 1 else { return }
                }
                base = found.nodes.first
            }
        }
        let index = min(given, list.count)
        if index >= list.count {
            guard try appendPlace(for: value, base, list) else { return }
        }
        try put(fitting(value), into: index, list)
    }

    /// Text and attributes count as their text; what is no XML becomes text.
    private func fitting(_ value: Value) throws(ScriptError) -> Value {
        if let list = list(value) {
            guard list.count == 1, list.nodes[0].kind == .text || list.nodes[0].kind == .attribute else { return value }
        } else if let node = node(value) {
            guard node.kind == .text || node.kind == .attribute else { return value }
        }
        return Value(try machine.toString(value))
    }

    /// Makes a new last node of a list, in the tree that the list was got from. False: it takes none.
    private func appendPlace(for value: Value, _ base: XMLNode?, _ list: XMLListState) throws(ScriptError) -> Bool {
        if let base, !base.isElement { return false }
        let query = list.property
        let given = node(value)
        let made: XMLNode
        if query.isAttribute {
            guard let base, base.matching(query).isEmpty else { return false }
            let attribute = XMLNode(.attribute, name: query.newName(otherwise: .none))
            insertAttribute(attribute, in: base)
            try notify(base, "attributeAdded", Value(machine.heap.makeString(utf16: query.local ?? [])))
            list.append(attribute)
            return true
        }
        if query.isAnyName || given?.kind == .attribute || given?.kind == .text {
            made = XMLNode(.text)
        } else {
            made = XMLNode(.element, name: query.newName(otherwise: defaultNamespace))
        }
        if let base {
            var place = base.children.count
            if let last = list.nodes.last {
                // Behind the last of the list, or the last but one of all, where that is elsewhere.
                place = (base.children.firstIndex { $0 === last } ?? max(0, base.children.count - 1)) + 1
            }
            insert(made, at: place, in: base)
        }
        if let name = given?.name {
            made.name = name
        } else if let other = self.list(value), !other.property.isAnyName {
            made.name = other.property.newName(otherwise: .none)
        }
        list.append(made)
        return true
    }

    private func insertAttribute(_ attribute: XMLNode, in element: XMLNode) {
        _ = object(element)
        element.append(attribute: attribute)
    }

    private func put(_ value: Value, into index: Int, _ list: XMLListState) throws(ScriptError) {
        let old = list.nodes[index]
        let parent = old.parent
        if old.kind == .attribute {
            guard let parent, let name = old.name else { return }
            let query = XMLQuery(
                isAttribute: true, local: name.local, namespaces: [name.namespace], isQualified: true)
            try put(value, query, parent)
            if let attribute = parent.matching(query).first { list.replace(at: index, with: [attribute]) }
        } else if let new = self.list(value) {
            let nodes = new.nodes
            if let parent, let place = parent.children.firstIndex(where: { $0 === old }) {
                try replace(parent, place, with: value)
                for (offset, node) in nodes.enumerated() {
                    try notifyChild(parent, offset == 0 ? "nodeChanged" : "nodeAdded", node, offset == 0 ? old : nil)
                }
            }
            list.replace(at: index, with: nodes)
        } else if node(value) != nil || !old.isElement {
            var result = value
            if let parent, let place = parent.children.firstIndex(where: { $0 === old }) {
                try replace(parent, place, with: value)
                result = self.value(parent.children[place])
                try notifyChild(parent, "nodeAdded", parent.children[place], nil)
            }
            list.replace(at: index, with: [try toXML(result)])
        } else {
            try put(value, .any, old)
        }
    }

    /// `delete list[index]`.
    func delete(at index: Int, _ list: XMLListState) throws(ScriptError) {
        guard index < list.count else { return }
        let node = list.nodes[index]
        list.remove(at: index)
        guard let parent = node.parent else { return }
        if node.kind == .attribute, let name = node.name {
            try delete(
                XMLQuery(isAttribute: true, local: name.local, namespaces: [name.namespace], isQualified: true), parent)
        } else if let place = parent.children.firstIndex(where: { $0 === node }) {
            parent.removeChild(at: place)
            if node.isElement { try notifyChild(parent, "nodeRemoved", node, nil) }
        }
    }
}
