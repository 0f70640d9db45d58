import AVM

/// A node of an XML tree. Nodes name one another by their script objects, which every node has.
public final class XMLNodeState: NativeState {
    /// 1 an element or document, 3 a text; scripts may make others.
    public let type: Int32
    /// Nil is null for scripts.
    public var name: StringRef?
    public var value: StringRef?
    public private(set) var parent: Object?
    public private(set) var children: [Object] = []
    /// An object whose properties are the attributes.
    public let attributes: Object
    /// What `childNodes` has given out: it follows the children.
    var childArray: Object?
    /// A document, an `XML` object.
    public internal(set) var document: XMLDocument?

    init(type: Int32, attributes: Object) {
        self.type = type
        self.attributes = attributes
    }

    public override func visit(_ marker: inout Marker) {
        marker.visit(name)
        marker.visit(value)
        marker.visit(parent)
        for child in children { marker.visit(child) }
        marker.visit(attributes)
        marker.visit(childArray)
        document?.visit(&marker)
    }

    public override var externalSize: Int { children.capacity * 8 }

    static func of(_ object: Object?) -> XMLNodeState? { object?.native(as: XMLNodeState.self) }

    // MARK: Changing the tree

    func insert(_ child: Object, at index: Int, in own: Object) {
        guard let state = Self.of(child) else { return }
        state.remove(child)
        children.insert(child, at: min(index, children.count))
        state.parent = own
        childrenChanged()
    }

    /// Takes this node, `own`, out of its parent.
    func remove(_ own: Object) {
        guard let parent, let parentState = Self.of(parent) else { return }
        parentState.children.removeAll { $0 == own }
        self.parent = nil
        parentState.childrenChanged()
    }

    /// Takes out all children.
    func removeChildren() {
        for child in children { Self.of(child)?.parent = nil }
        children.removeAll()
        childrenChanged()
    }

    private func childrenChanged() {
        childArray?.native(as: ArrayState.self)?.replaceAll(children.map { Value($0) })
    }

    /// The node `distance` places on among those of the same parent.
    func sibling(of own: Object, _ distance: Int) -> Object? {
        guard let siblings = Self.of(parent)?.children, let index = siblings.firstIndex(of: own),
            siblings.indices.contains(index + distance)
        else { return nil }
        return siblings[index + distance]
    }

    /// Whether `other` is this node or above it.
    func isInside(_ other: Object, own: Object) -> Bool {
        var next: Object? = own
        while let node = next {
            if node == other { return true }
            next = Self.of(node)?.parent
        }
        return false
    }
}

/// What an XML document has beyond its root node.
public final class XMLDocument {
    public var status = 0
    /// Nil before anything was to be loaded.
    public var isLoaded: Bool?
    public var declaration: StringRef?
    public var docType: StringRef?
    /// Elements by their `id` attribute.
    public var idMap: Object?

    func visit(_ marker: inout Marker) {
        marker.visit(declaration)
        marker.visit(docType)
        marker.visit(idMap)
    }
}

extension Machine {
    /// A node without a parent.
    public func makeXMLNode(type: Int32, name: StringRef?, value: StringRef?) -> Object {
        let node = heap.makeObject(proto: xmlNodePrototype)
        setXMLNode(node, type: type, name: name, value: value)
        return node
    }

    /// The prototype of `_global.XMLNode`, which scripts may have replaced.
    private var xmlNodePrototype: Value {
        let own = global.ownValue(heap.strings.pinned("XMLNode"))?.object?.ownValue(names.prototype)
        return own ?? Value(orUndefined: prototypes.xmlNode)
    }

    @discardableResult
    func setXMLNode(_ node: Object, type: Int32, name: StringRef?, value: StringRef?) -> XMLNodeState {
        let attributes = heap.makeObject(proto: .undefined)
        let state = XMLNodeState(type: type, attributes: attributes)
        state.name = name
        state.value = value
        node.setNative(state)
        return state
    }

    /// Fills a document with what a text says.
    public func parseXML(_ text: StringRef, into root: Object, ignoresWhite: Bool) {
        guard let state = XMLNodeState.of(root), let document = state.document else { return }
        document.status = 0
        document.declaration = nil
        document.docType = nil
        let idMap = heap.makeObject(proto: .undefined)
        document.idMap = idMap
        state.removeChildren()
        var scanner = XMLScanner(text.units)
        var open = root
        do throws(XMLScanner.Fault) {
            while let token = try scanner.next() { open = try add(token, to: open, document, ignoresWhite, idMap) }
            if open != root { throw .startTagWithoutEnd }
        } catch {
            document.status = error.rawValue
        }
    }

    /// Adds one part of the text; returns the element that is open now.
    private func add(
        _ token: XMLScanner.Token, to open: Object, _ document: XMLDocument, _ ignoresWhite: Bool, _ idMap: Object
    ) throws(XMLScanner.Fault) -> Object {
        guard let parent = XMLNodeState.of(open) else { return open }
        switch token {
        case .start(let name, let attributes, let isEmpty):
            let node = makeXMLNode(type: 1, name: heap.makeString(utf16: name), value: nil)
            parent.insert(node, at: parent.children.count, in: open)
            guard let state = XMLNodeState.of(node) else { return open }
            // In reverse, so that `for … in` shows them in the order of the text.
            for attribute in attributes.reversed() {
                let key = heap.strings.intern(heap.makeString(utf16: attribute.name))
                let value = Value(heap.makeString(utf16: attribute.value))
                heap.define(key, value, on: state.attributes)
                if attribute.name == [0x69, 0x64] {
                    heap.define(heap.strings.intern(value.unsafeString), Value(node), on: idMap)
                }
            }
            return isEmpty ? open : node
        case .end(let name):
            guard let outer = parent.parent else { throw .endTagWithoutStart }
            guard parent.name?.units == name else { throw .startTagWithoutEnd }
            return outer
        case .text(let units):
            if ignoresWhite && units.allSatisfy(XMLScanner.isSpace) { return open }
            addText(units, to: open, parent)
        case .cdata(let units): addText(units, to: open, parent)
        case .declaration(let units):
            document.declaration = heap.concatenate(
                document.declaration ?? heap.emptyString, heap.makeString(utf16: units))
        case .docType(let units): document.docType = heap.makeString(utf16: units)
        }
        return open
    }

    private func addText(_ units: [UInt16], to open: Object, _ parent: XMLNodeState) {
        if units.isEmpty { return }
        let node = makeXMLNode(type: 3, name: nil, value: heap.makeString(utf16: units))
        parent.insert(node, at: parent.children.count, in: open)
    }

    // MARK: Writing

    /// The node and what is in it as text.
    public func xmlText(of node: Object) throws(ScriptError) -> [UInt16] {
        var result: [UInt16] = []
        try write(node, to: &result)
        return result
    }

    private func write(_ node: Object, to result: inout [UInt16]) throws(ScriptError) {
        guard let state = XMLNodeState.of(node) else { return }
        if stackGuard.isExhausted { throw .halted(.tooDeep) }
        if let document = state.document {
            if let declaration = document.declaration { result += declaration.units }
            if let docType = document.docType { result += docType.units }
        }
        if state.type != 1 {
            result += XMLScanner.escape(state.value?.units ?? [])
            return
        }
        guard let name = state.name else {
            for child in state.children { try write(child, to: &result) }
            return
        }
        result.append(0x3C)
        result += name.units
        for key in enumerate(state.attributes) {
            let value = try toString(try get(state.attributes, key)).units
            result.append(0x20)
            result += key.string.units
            result += [0x3D, 0x22]
            result += XMLScanner.escape(value)
            result.append(0x22)
        }
        if state.children.isEmpty {
            result += [0x20, 0x2F, 0x3E]
            return
        }
        result.append(0x3E)
        for child in state.children { try write(child, to: &result) }
        result += [0x3C, 0x2F]
        result += name.units
        result.append(0x3E)
    }
}
