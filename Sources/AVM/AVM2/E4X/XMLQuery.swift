import AVM

/// What a property access on XML looks for.
public struct XMLQuery: Equatable, Sendable {
    public var isAttribute = false
    /// Nil: any name.
    public var local: [UInt16]?
    /// Nil: any namespace.
    public var namespaces: [XMLNamespace]?
    /// Exactly one namespace, written as such: `ns::name`.
    public var isQualified = false

    /// Everything.
    static let any = XMLQuery()

    public var isAnyName: Bool { local == nil }

    /// Whether a child or an attribute is meant. Any name without a namespace means text and comments as well.
    public func matches(_ node: XMLNode) -> Bool {
        if local == nil && !isQualified { return true }
        guard node.isElement || node.kind == .attribute, let name = node.name else { return false }
        return matches(name)
    }

    func matches(_ name: XMLName) -> Bool {
        if let local, local != name.local { return false }
        guard let namespaces else { return true }
        return namespaces.contains { $0.uri == name.namespace.uri }
    }

    /// The index that the name spells, nil where it spells none.
    var index: Int? {
        guard !isAttribute, let local, !local.isEmpty, local.count <= 10 else { return nil }
        if local.count > 1, local[0] == 0x30 { return nil }
        var number = 0
        for unit in local {
            guard (0x30...0x39).contains(unit) else { return nil }
            number = number * 10 + Int(unit) - 0x30
        }
        return number < 4_294_967_295 ? number : nil
    }

    /// The name that a new node gets. `otherwise`: the namespace of names that leave it open.
    func newName(otherwise: XMLNamespace) -> XMLName {
        let namespace = namespaces?.count == 1 ? namespaces![0] : otherwise
        return XMLName(local ?? [], namespace)
    }
}

extension XMLNode {
    /// `[[Get]]`: the attributes or children that `query` means.
    func matching(_ query: XMLQuery) -> [XMLNode] {
        query.isAttribute ? attributes.filter { query.matches($0) } : children.filter { query.matches($0) }
    }

    /// All below this that `query` means, in document order.
    func descendants(_ query: XMLQuery) -> [XMLNode] {
        var found: [XMLNode] = []
        // Depth first with a stack of our own: trees may be deep.
        var pending: [XMLNode] = [self]
        var isFirst = true
        while let node = pending.popLast() {
            if query.isAttribute {
                found += node.attributes.filter { query.matches($0) }
            } else if !isFirst, query.matches(node) {
                found.append(node)
            }
            isFirst = false
            pending += node.children.reversed()
        }
        return found
    }
}
