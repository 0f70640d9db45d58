import AVM

/// What the XML classes of a machine share: settings, the default namespace, objects for nodes.
final class XMLRuntime {
    unowned(unsafe) let machine: AVM2Machine
    var settings = XMLSettings()
    /// `default xml namespace` of functions in progress: it holds until the frame that set it ends.
    private var defaults: [(frame: UnsafeMutablePointer<Frame>, environment: MethodEnv, namespace: XMLNamespace)] = []
    /// URIs of the machine's namespaces as units.
    private var uris: [NamespaceID: [UInt16]] = [:]

    init(_ machine: AVM2Machine) {
        self.machine = machine
        settings.checksEndTagNamespaces = machine.swfVersion >= 13
    }

    var defaultNamespace: XMLNamespace {
        dropEndedDefaults()
        return defaults.last?.namespace ?? .none
    }

    private func dropEndedDefaults() {
        while let last = defaults.last,
            last.frame >= machine.frames.top || last.frame.pointee.environment != last.environment
        { defaults.removeLast() }
    }

    func setDefaultNamespace(_ value: Value, _ frame: UnsafeMutablePointer<Frame>) throws(ScriptError) {
        let uri = try machine.toString(value).units
        dropEndedDefaults()
        if defaults.last?.frame == frame { defaults.removeLast() }
        defaults.append((frame, frame.pointee.environment, XMLNamespace(uri: uri, prefix: [])))
    }

    // MARK: Errors

    func fault(_ fault: XMLFault) -> ScriptError {
        machine.makeError(fault.number == 1023 ? .error : .type, fault.number, fault.arguments)
    }

    /// Runs what may fail with an XML fault as what fails with a script's error.
    func checked<Result>(_ body: () throws(XMLFault) -> Result) throws(ScriptError) -> Result {
        do throws(XMLFault) { return try body() } catch { throw fault(error) }
    }

    // MARK: Objects

    /// The `XML` object of a node. Ancestors get theirs as well: see ``XMLNode``.
    func object(_ node: XMLNode) -> Object {
        var place: XMLNode? = node
        while let next = place, next.object == nil {
            let object = machine.instantiate(machine.types.xml!)
            object.setNative(next)
            next.object = object
            place = next.parent
        }
        return node.object!
    }

    /// A function that a script or the class has put on the prototype of an XML object's class.
    func prototypeFunction(_ name: PropertyName, _ object: Object) throws(ScriptError) -> Value? {
        guard !name.isAttribute, name.isPublic, let atom = name.atom(machine) else { return nil }
        var place = object.proto
        while let prototype = place.object {
            if let slot = prototype.slot(of: atom) { return prototype.value(slot) }
            place = prototype.proto
        }
        return nil
    }

    func value(_ node: XMLNode) -> Value { Value(object(node)) }

    func object(_ list: XMLListState) -> Object {
        // A node that stands below others needs its root to be an object's.
        for node in list.nodes where node.object == nil && node.parent != nil { _ = object(node.root) }
        if case .node(let node) = list.target, node.object == nil { _ = object(node) }
        let object = machine.instantiate(machine.types.xmlList!)
        object.setNative(list)
        return object
    }

    func value(_ list: XMLListState) -> Value { Value(object(list)) }

    func node(_ value: Value) -> XMLNode? { value.object?.native(as: XMLNode.self) }
    func list(_ value: Value) -> XMLListState? { value.object?.native(as: XMLListState.self) }

    // MARK: Names

    private func uri(_ id: NamespaceID) -> [UInt16] {
        if let known = uris[id] { return known }
        let units = machine.withoutVersion(machine.namespaces.uri(id)).string.units
        uris[id] = units
        return units
    }

    /// What a name that code uses means. Unqualified names mean the default namespace as well.
    func query(_ name: PropertyName) -> XMLQuery {
        var query = XMLQuery(isAttribute: name.isAttribute, local: name.atom(machine)?.string.units)
        if query.local?.first == 0x40, !name.isAttribute, !name.flags.contains(.qualified) {
            query.isAttribute = true
            query.local?.removeFirst()
        }
        if query.local == [0x2A] { query.local = nil }
        if name.isAnyNamespace { return query }
        query.isQualified = name.flags.contains(.qualified)
        var namespaces: [XMLNamespace] = []
        for id in name.namespaces where machine.namespaces.kind(id) != .private {
            let uri = uri(id)
            if !namespaces.contains(where: { $0.uri == uri }) { namespaces.append(XMLNamespace(uri: uri)) }
        }
        if !query.isQualified {
            let standard = defaultNamespace
            if !namespaces.contains(where: { $0.uri == standard.uri }) { namespaces.append(standard) }
        } else if let prefixed = qualifier(name) {
            namespaces = [prefixed]
        }
        query.namespaces = namespaces
        return query
    }

    /// The namespace of a QName object, with its prefix.
    private func qualifier(_ name: PropertyName) -> XMLNamespace? {
        name.key.object?.native(as: QNameState.self)?.namespace
    }

    /// ToXMLName: what an argument means as a name.
    func query(_ value: Value, isAttribute: Bool = false) throws(ScriptError) -> XMLQuery {
        if value.isNullish { throw machine.makeError(.type, 1010) }
        if let name = value.object?.native(as: QNameState.self) {
            return XMLQuery(
                isAttribute: isAttribute || name.isAttribute, local: name.local == [0x2A] ? nil : name.local,
                namespaces: name.namespace.map { [$0] }, isQualified: name.namespace != nil)
        }
        var query = XMLQuery(isAttribute: isAttribute, local: try machine.toString(value).units, namespaces: [.none])
        if query.local?.first == 0x40, !isAttribute {
            query.isAttribute = true
            query.local?.removeFirst()
        }
        if isAttribute { query.namespaces = [defaultNamespace] }
        if query.local == [0x2A] { query.local = nil }
        return query
    }

    /// The namespace that an argument means: a Namespace, a QName's, or one of that URI.
    func namespace(_ value: Value) throws(ScriptError) -> XMLNamespace {
        if let cell = value.namespace {
            return XMLNamespace(
                uri: cell.pointee.uri.string?.units ?? [],
                prefix: cell.pointee.prefix.string?.units ?? (cell.pointee.uri.string?.isEmpty ?? true ? [] : nil))
        }
        if let name = value.object?.native(as: QNameState.self), let namespace = name.namespace {
            return XMLNamespace(uri: namespace.uri)
        }
        return XMLNamespace(uri: try machine.toString(value).units)
    }

    /// The Namespace value of a namespace.
    func value(_ namespace: XMLNamespace) -> Value {
        let uri = machine.heap.makeString(utf16: namespace.uri)
        let prefix = namespace.prefix.map { Value(machine.heap.makeString(utf16: $0)) } ?? .undefined
        let cell = machine.heap.makeNamespace(
            kind: UInt32(NamespaceKind.namespace.rawValue), identity: machine.namespaces.publicNamespace(uri).raw,
            uri: Value(uri), prefix: prefix)
        return Value(namespace: cell)
    }

    // MARK: Conversions

    /// ToXML. A list must have one item.
    func toXML(_ value: Value) throws(ScriptError) -> XMLNode {
        if let node = node(value) { return node }
        if let list = list(value) {
            guard list.count == 1 else { throw machine.makeError(.type, 1088) }
            return list.nodes[0]
        }
        if value.isNullish { throw machine.nullReference(value) }
        let text = try machine.toString(value).units
        let namespace = defaultNamespace
        return try checked { () throws(XMLFault) in
            try E4XParser.parse(text, settings: settings, defaultNamespace: namespace)
        }
    }

    /// ToXMLList.
    func toList(_ value: Value) throws(ScriptError) -> XMLListState {
        if let list = list(value) { return list }
        if let node = node(value) {
            let list = XMLListState([node], target: node.parent.map { .node($0) } ?? .none)
            list.settleTarget()
            return list
        }
        if value.isNullish { throw machine.nullReference(value) }
        let text = try machine.toString(value).units
        let namespace = defaultNamespace
        return XMLListState(
            try checked { () throws(XMLFault) in
                try E4XParser.parseList(text, settings: settings, defaultNamespace: namespace)
            })
    }

    func copy(_ node: XMLNode) throws(ScriptError) -> XMLNode {
        try checked { () throws(XMLFault) in try node.deepCopy(settings) }
    }

    func copy(_ list: XMLListState) throws(ScriptError) -> XMLListState {
        list.settleTarget()
        var nodes: [XMLNode] = []
        for node in list.nodes { nodes.append(try copy(node)) }
        return XMLListState(nodes, target: list.target, property: list.property)
    }

    func text(_ node: XMLNode) throws(ScriptError) -> [UInt16] {
        try checked { () throws(XMLFault) in try E4XWriter.string(node, settings: settings) }
    }

    func xmlText(_ node: XMLNode) throws(ScriptError) -> [UInt16] {
        try checked { () throws(XMLFault) in try E4XWriter.xmlString(node, settings: settings) }
    }

    func xmlText(_ list: XMLListState) throws(ScriptError) -> [UInt16] {
        var text: [UInt16] = []
        for (index, node) in list.nodes.enumerated() {
            if index > 0 { text.append(0x0A) }
            text += try xmlText(node)
        }
        return text
    }

    func hasSimpleContent(_ list: XMLListState) -> Bool {
        if list.count == 1 { return list.nodes[0].hasSimpleContent }
        return !list.nodes.contains { $0.isElement }
    }

    func text(_ list: XMLListState) throws(ScriptError) -> [UInt16] {
        guard hasSimpleContent(list) else { return try xmlText(list) }
        var text: [UInt16] = []
        for node in list.nodes where node.kind != .comment && node.kind != .processingInstruction {
            text += try self.text(node)
        }
        return text
    }

    // MARK: What the interpreter asks

    func escapeElement(_ value: Value) throws(ScriptError) -> Value {
        if let node = node(value) { return Value(machine.heap.makeString(utf16: try xmlText(node))) }
        if let list = list(value) { return Value(machine.heap.makeString(utf16: try xmlText(list))) }
        let text = try machine.toString(value).units
        return Value(machine.heap.makeString(utf16: XMLText.escapedElement(text)))
    }

    func escapeAttribute(_ value: Value) throws(ScriptError) -> Value {
        let text = try machine.toString(value).units
        return Value(machine.heap.makeString(utf16: XMLText.escapedAttribute(text)))
    }

    func checkFilter(_ value: Value) throws(ScriptError) -> Value {
        if node(value) != nil || list(value) != nil { return value }
        if value.isNullish { throw machine.nullReference(value) }
        let traits = machine.traits(of: value) ?? machine.types.object!
        throw machine.makeError(.type, 1123, machine.describe(traits.name))
    }

    /// `==` where XML, names or namespaces are compared; nil: not my matter.
    func equal(_ a: Value, _ b: Value) throws(ScriptError) -> Bool? {
        if let list = list(a) { return try equal(list, b) }
        if let list = list(b) { return try equal(list, a) }
        if let x = node(a), let y = node(b) {
            let isTextOfOne =
                (x.isText || x.kind == .attribute) && y.hasSimpleContent
                || (y.isText || y.kind == .attribute) && x.hasSimpleContent
            if isTextOfOne { return try text(x) == text(y) }
            return try checked { () throws(XMLFault) in try x.isEqual(to: y) }
        }
        if let node = node(a) ?? node(b) {
            let other = self.node(a) == nil ? a : b
            guard !other.isNullish else { return false }
            guard node.hasSimpleContent else { return nil }
            return try text(node) == machine.toString(other).units
        }
        if let x = a.object?.native(as: QNameState.self), let y = b.object?.native(as: QNameState.self) {
            return x.local == y.local && x.namespace?.uri == y.namespace?.uri
        }
        return nil
    }

    private func equal(_ list: XMLListState, _ other: Value) throws(ScriptError) -> Bool {
        if other.isUndefined && list.count == 0 { return true }
        if let second = self.list(other) {
            guard list.count == second.count else { return false }
            for (x, y) in zip(list.nodes, second.nodes) where x !== y {
                guard try equal(value(x), value(y)) ?? false else { return false }
            }
            return true
        }
        guard list.count == 1 else { return false }
        return try machine.looselyEqual(value(list.nodes[0]), other)
    }

    /// `+` of two pieces of XML is a list of both.
    func sum(_ a: Value, _ b: Value) throws(ScriptError) -> Value? {
        guard node(a) != nil || list(a) != nil, node(b) != nil || list(b) != nil else { return nil }
        let result = XMLListState()
        for part in [a, b] {
            if let list = list(part) { result.append(list) } else if let node = node(part) { result.append(node) }
        }
        return value(result)
    }
}

extension AVM2Machine {
    /// What the XML classes share, made when the first of them is touched.
    var xml: XMLRuntime {
        if let runtime = xmlRuntime { return runtime }
        let runtime = XMLRuntime(self)
        xmlRuntime = runtime
        // Their objects are made without the class being named.
        for traits in [types.xml, types.xmlList, types.qname] {
            if let traits { _ = try? classObject(traits) }
        }
        qualifiedParts = { [unowned self] in QNameClass.parts(of: $0, self) }
        equality = { [unowned runtime] (a, b) throws(ScriptError) in try runtime.equal(a, b) }
        addition = { [unowned runtime] (a, b) throws(ScriptError) in try runtime.sum(a, b) }
        return runtime
    }
}
