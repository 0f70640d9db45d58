import AVM

/// What an `XMLList` object is: nodes, and what the list was got from, so that assignments find their place.
public final class XMLListState: ExoticState {
    enum Target {
        case none
        case node(XMLNode)
        case list(XMLListState)
    }

    private(set) var nodes: [XMLNode]
    var target: Target
    var property: XMLQuery
    /// Nodes were added one by one: target and property follow from the last of them.
    private var isTargetOpen = false

    init(_ nodes: [XMLNode] = [], target: Target = .none, property: XMLQuery = .any) {
        self.nodes = nodes
        self.target = target
        self.property = property
        isTargetOpen = !nodes.isEmpty
    }

    public var count: Int { nodes.count }

    func append(_ node: XMLNode) {
        nodes.append(node)
        isTargetOpen = true
    }

    /// Adds another list's nodes, and takes over what it was got from.
    func append(_ other: XMLListState) {
        target = other.target
        property = other.property
        isTargetOpen = other.isTargetOpen && nodes.isEmpty
        nodes += other.nodes
    }

    func replace(at index: Int, with new: [XMLNode]) { nodes.replaceSubrange(index..<(index + 1), with: new) }
    func remove(at index: Int) { nodes.remove(at: index) }

    /// Makes target and property what the last added node says.
    func settleTarget() {
        guard isTargetOpen, let last = nodes.last else { return }
        isTargetOpen = false
        if let parent = last.parent {
            if case .node(let known) = target, known !== parent { target = .node(parent) }
        } else {
            target = .none
        }
        if last.kind != .processingInstruction, let name = last.name {
            property = XMLQuery(
                isAttribute: last.kind == .attribute, local: name.local, namespaces: [name.namespace],
                isQualified: true)
        }
    }

    // MARK: As properties

    public override func get(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        let xml = machine.xml
        let query = name.index >= 0 ? nil : xml.query(name)
        if let index = name.index >= 0 ? name.index : query?.index {
            return index < nodes.count ? xml.value(nodes[index]) : .undefined
        }
        return xml.value(xml.matching(query ?? .any, self))
    }

    public override func set(
        _ name: PropertyName, _ value: Value, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool {
        try machine.xml.put(value, machine.xml.query(name), self)
        return true
    }

    public override func has(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        let query = machine.xml.query(name)
        // What it has not may still be the prototype's.
        if let index = query.index { return index < nodes.count ? true : nil }
        return nodes.contains { $0.isElement && !$0.matching(query).isEmpty } ? true : nil
    }

    public override func delete(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        let query = machine.xml.query(name)
        if let index = query.index {
            try machine.xml.delete(at: index, self)
        } else {
            for node in nodes where node.isElement { try machine.xml.delete(query, node) }
        }
        return true
    }

    public override func descendants(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        let query = machine.xml.query(name)
        let found = nodes.flatMap { $0.isElement ? $0.descendants(query) : [] }
        return machine.xml.value(XMLListState(found))
    }

    /// What is no method of a list is called on its one item.
    public override func call(
        _ name: PropertyName, _ arguments: UnsafeBufferPointer<Value>, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        let xml = machine.xml
        if let found = try xml.prototypeFunction(name, object) {
            return try machine.call(found, this: Value(object), window: arguments)
        }
        guard nodes.count == 1, xml.matching(xml.query(name), self).count == 0 else { return nil }
        return try machine.callMethod(name, of: xml.value(nodes[0]), Array(arguments))
    }

    public override func nextIndex(
        after: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Int32? { Int(after) < nodes.count ? after + 1 : 0 }

    public override func nextName(
        _ index: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value { Value(try machine.toString(Value(index - 1))) }

    public override func nextValue(
        _ index: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value {
        let place = Int(index) - 1
        return place >= 0 && place < nodes.count ? machine.xml.value(nodes[place]) : .undefined
    }

    // MARK: Collecting

    public override func visit(_ marker: inout Marker) {
        for node in nodes { node.visitOwner(&marker) }
        switch target {
        case .none: break
        case .node(let node): node.visitOwner(&marker)
        case .list(let list): list.visit(&marker)
        }
    }

    public override var externalSize: Int { nodes.count * 8 }
}
