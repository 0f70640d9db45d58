import AVM

/// A node of an E4X tree; the native state of its `XML` object, if a script has ever asked for it.
///
/// Parents own their children; the way up is not counted. For that to be safe, a node with an object has ancestors
/// with objects: the objects keep each other alive through the collector, which sees the links in both directions.
public final class XMLNode: ExoticState {
    public enum Kind: UInt8, Sendable { case element, attribute, text, cdata, comment, processingInstruction }

    public let kind: Kind
    /// Nil of text and comments.
    public var name: XMLName?
    /// Empty of elements.
    public var value: [UInt16]
    /// The element it is in, nil at the top. ``detach(_:)`` and the parent's deinitialiser clear it.
    public private(set) unowned(unsafe) var parent: XMLNode?
    public private(set) var attributes: [XMLNode] = []
    public private(set) var children: [XMLNode] = []
    /// Declared on this element, in order.
    public var namespaces: [XMLNamespace] = []
    /// Its `XML` object.
    public var object: Object?
    /// The function that `XML.setNotification` was given.
    public var notification: Value = .null

    public init(_ kind: Kind, name: XMLName? = nil, value: [UInt16] = []) {
        self.kind = kind
        self.name = name
        self.value = value
    }

    /// Takes deep trees apart level by level: the stack would not hold them.
    deinit {
        for attribute in attributes { attribute.parent = nil }
        var doomed = children
        for child in doomed { child.parent = nil }
        children = []
        while var node = doomed.popLast() {
            guard isKnownUniquelyReferenced(&node) else { continue }
            for child in node.children { child.parent = nil }
            doomed += node.children
            node.children = []
        }
    }

    // MARK: Kinds

    public var isElement: Bool { kind == .element }
    public var isText: Bool { kind == .text || kind == .cdata }

    public var nodeKind: String {
        switch kind {
        case .element: "element"
        case .attribute: "attribute"
        case .text, .cdata: "text"
        case .comment: "comment"
        case .processingInstruction: "processing-instruction"
        }
    }

    /// No elements in it, and it is neither comment nor processing instruction.
    public var hasSimpleContent: Bool {
        kind != .comment && kind != .processingInstruction && !children.contains { $0.isElement }
    }

    public var hasComplexContent: Bool { isElement && children.contains { $0.isElement } }

    /// Which child of its parent it is; nil of attributes and at the top.
    public var childIndex: Int? {
        kind == .attribute ? nil : parent?.children.firstIndex { $0 === self }
    }

    /// Whether `node` is this one or an ancestor of it.
    public func isWithin(_ node: XMLNode) -> Bool {
        var place: XMLNode? = self
        while let here = place {
            if here === node { return true }
            place = here.parent
        }
        return false
    }

    /// The topmost ancestor, itself at the top.
    public var root: XMLNode {
        var place = self
        while let parent = place.parent { place = parent }
        return place
    }

    // MARK: Children

    public func append(_ child: XMLNode) { insert(child, at: children.count) }

    /// Puts `child` in front of the one at `index`. It leaves where it was only if the caller sees to that: the same
    /// node may be in two places, as Flash allows, but knows only its last parent.
    public func insert(_ child: XMLNode, at index: Int) {
        children.insert(child, at: min(index, children.count))
        child.parent = self
    }

    public func removeChild(at index: Int) {
        guard index < children.count else { return }
        detach(children.remove(at: index))
    }

    /// Puts `child` in the place of what is at `index`, at the end where nothing is. Returns what was there.
    @discardableResult
    public func replaceChild(at index: Int, with child: XMLNode) -> XMLNode? {
        guard index < children.count else {
            append(child)
            return nil
        }
        let prior = children[index]
        if prior !== child { detach(prior) }
        children[index] = child
        child.parent = self
        return prior
    }

    public func removeAllChildren() {
        let gone = children
        children = []
        for child in gone { detach(child) }
    }

    private func detach(_ child: XMLNode) {
        if child.parent === self { child.parent = nil }
    }

    public func append(attribute: XMLNode) {
        attributes.append(attribute)
        attribute.parent = self
    }

    public func removeAttribute(at index: Int) { detach(attributes.remove(at: index)) }

    // MARK: Copying and comparing

    /// A copy of the whole, without a parent. Comments and processing instructions go where `settings` ignore them.
    public func deepCopy(_ settings: XMLSettings) throws(XMLFault) -> XMLNode { try deepCopy(settings, depth: 0) }

    private func deepCopy(_ settings: XMLSettings, depth: Int) throws(XMLFault) -> XMLNode {
        try Self.checkDepth(depth)
        let copy = XMLNode(kind, name: name, value: value)
        copy.namespaces = namespaces
        for attribute in attributes {
            copy.append(attribute: XMLNode(.attribute, name: attribute.name, value: attribute.value))
        }
        copy.children.reserveCapacity(children.count)
        for child in children {
            if child.kind == .comment, settings.ignoreComments { continue }
            if child.kind == .processingInstruction, settings.ignoreProcessingInstructions { continue }
            copy.append(try child.deepCopy(settings, depth: depth + 1))
        }
        return copy
    }

    /// How deep trees are walked before the stack is said to overflow.
    static let maximumDepth = 4_000

    static func checkDepth(_ depth: Int) throws(XMLFault) {
        // Asking for the stack's end takes its time, so not at every step.
        if depth > maximumDepth || depth & 31 == 31 && StackGuard().isExhausted { throw XMLFault(1023) }
    }

    /// E4X 9.1.1.9: the same kind, name, attributes in any order, and children. Declarations do not count.
    public func isEqual(to other: XMLNode) throws(XMLFault) -> Bool { try isEqual(to: other, depth: 0) }

    private func isEqual(to other: XMLNode, depth: Int) throws(XMLFault) -> Bool {
        try Self.checkDepth(depth)
        if self === other { return true }
        guard kind == other.kind, value == other.value, attributes.count == other.attributes.count,
            children.count == other.children.count
        else { return false }
        switch (name, other.name) {
        case (nil, nil): break
        case (let a?, let b?): guard a.matches(b) else { return false }
        default: return false
        }
        for attribute in attributes {
            let isFound = other.attributes.contains {
                $0.value == attribute.value && $0.name.map { attribute.name?.matches($0) ?? false } ?? false
            }
            guard isFound else { return false }
        }
        for (a, b) in zip(children, other.children) {
            guard try a.isEqual(to: b, depth: depth + 1) else { return false }
        }
        return true
    }

    // MARK: As properties

    public override func get(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        let xml = machine.xml
        let query = xml.query(name)
        if let index = query.index { return index == 0 ? Value(object) : .undefined }
        return xml.value(XMLListState(matching(query), target: .node(self), property: query))
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
        if let index = query.index { return index == 0 ? true : nil }
        return matching(query).isEmpty ? nil : true
    }

    public override func delete(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Bool? {
        try machine.xml.delete(machine.xml.query(name), self)
        return true
    }

    public override func descendants(
        _ name: PropertyName, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        machine.xml.value(XMLListState(descendants(machine.xml.query(name)), target: .none))
    }

    /// E4X 11.2.2.1: what is no method of XML is called on the text, if that is all there is.
    public override func call(
        _ name: PropertyName, _ arguments: UnsafeBufferPointer<Value>, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value? {
        if let found = try machine.xml.prototypeFunction(name, object) {
            return try machine.call(found, this: Value(object), window: arguments)
        }
        guard hasSimpleContent, matching(machine.xml.query(name)).isEmpty else { return nil }
        let text = Value(machine.heap.makeString(utf16: try machine.xml.text(self)))
        return try machine.callMethod(name, of: text, Array(arguments))
    }

    public override func nextIndex(
        after: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Int32? { after == 0 ? 1 : 0 }

    public override func nextName(
        _ index: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value { Value(machine.heap.strings.single(0x30)) }

    public override func nextValue(
        _ index: Int32, _ object: Object, _ machine: AVM2Machine
    ) throws(ScriptError) -> Value { Value(object) }

    // MARK: Collecting

    public override func visit(_ marker: inout Marker) {
        marker.visit(notification)
        if let object { marker.visit(Value(object)) }
        if let object = parent?.object { marker.visit(Value(object)) }
        visitDown(&marker)
    }

    /// Shows the objects of descendants, whose own visits do the rest.
    private func visitDown(_ marker: inout Marker) {
        var pending = [self]
        while let node = pending.popLast() {
            for child in node.attributes + node.children {
                if let object = child.object {
                    marker.visit(Value(object))
                } else if !child.children.isEmpty || !child.attributes.isEmpty {
                    pending.append(child)
                }
            }
        }
    }

    /// What a list does for each node that it holds: keeps alive whatever owns it.
    public func visitOwner(_ marker: inout Marker) {
        var place: XMLNode? = self
        while let node = place {
            if let object = node.object { return marker.visit(Value(object)) }
            place = node.parent
        }
        // A tree that no object stands for is the list's own: nothing in it has an object either.
    }
}
