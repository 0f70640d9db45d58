/// Builds E4X trees from text. E4X 10.3.1.
public struct E4XParser {
    private let settings: XMLSettings
    private let defaultNamespace: XMLNamespace
    /// Stands for `<parent xmlns="…">` around the text.
    private let top: XMLNode
    private var place: XMLNode
    /// The open elements that declare namespaces: names need not look at the others, however deep they are.
    private var declaring: [XMLNode] = []

    private init(settings: XMLSettings, defaultNamespace: XMLNamespace) {
        self.settings = settings
        self.defaultNamespace = defaultNamespace
        top = XMLNode(.element)
        place = top
        let namespace = XMLNamespace(uri: defaultNamespace.uri, prefix: [])
        top.name = XMLName(Array("parent".utf16), namespace)
        if !namespace.uri.isEmpty {
            top.namespaces = [namespace]
            declaring = [top]
        }
    }

    /// All nodes of `text`, none with a parent, as `XMLList(text)` holds them.
    public static func parseList(
        _ text: [UInt16], settings: XMLSettings, defaultNamespace: XMLNamespace = .none
    ) throws(XMLFault) -> [XMLNode] {
        var parser = E4XParser(settings: settings, defaultNamespace: defaultNamespace)
        try parser.run(text)
        let nodes = parser.top.children
        parser.top.removeAllChildren()
        return nodes
    }

    /// The one node of `text`, as `XML(text)` has it: its element where there is one, else what there is.
    public static func parse(
        _ text: [UInt16], settings: XMLSettings, defaultNamespace: XMLNamespace = .none
    ) throws(XMLFault) -> XMLNode {
        let nodes = try parseList(text, settings: settings, defaultNamespace: defaultNamespace)
        guard nodes.count > 1 else { return nodes.first ?? XMLNode(.text) }
        let elements = nodes.filter { $0.isElement }
        // White space and CDATA beside the element do no harm.
        let hasText = nodes.contains { $0.kind == .text && !$0.value.allSatisfy { XMLText.isSpace($0) } }
        guard elements.count == 1, !hasText else { throw XMLFault(1088) }
        return elements[0]
    }

    private mutating func run(_ text: [UInt16]) throws(XMLFault) {
        var scanner = E4XScanner(text, ignoresSpace: settings.ignoreWhitespace)
        while let part = try scanner.next() {
            switch part {
            case .skipped: break
            case .text(let text): place.append(XMLNode(.text, value: text))
            case .cdata(let text): place.append(XMLNode(.cdata, value: text))
            case .comment(let text):
                if !settings.ignoreComments { place.append(XMLNode(.comment, value: text)) }
            case .processingInstruction(let text):
                if !settings.ignoreProcessingInstructions { place.append(instruction(text)) }
            case .tag(let name, let attributes, let isEmpty):
                if name.first == 0x2F {
                    try close(name.dropFirst())
                } else {
                    try open(name, attributes, isEmpty: isEmpty)
                }
            }
        }
        if place !== top {
            let name = place.name?.local ?? []
            throw XMLFault(1085, name, name)
        }
    }

    /// "target rest".
    private func instruction(_ text: [UInt16]) -> XMLNode {
        let end = text.firstIndex(of: 0x20) ?? text.count
        let value = text[end...].drop { XMLText.isSpace($0) }
        return XMLNode(.processingInstruction, name: XMLName(Array(text[..<end])), value: Array(value))
    }

    private mutating func close(_ name: ArraySlice<UInt16>) throws(XMLFault) {
        let open = place.name ?? XMLName([])
        var full = open.local
        if let prefix = open.namespace.prefix, !prefix.isEmpty { full = prefix + [0x3A] + full }
        if !name.elementsEqual(full) {
            let isNameEqual = name.elementsEqual(open.local)
            let isDefault = open.namespace.uri == defaultNamespace.uri
            let isMissing = settings.checksEndTagNamespaces ? !(isNameEqual && isDefault) : !isNameEqual && isDefault
            if isMissing { throw place === top ? XMLFault(1088) : XMLFault(1085, open.local, open.local) }
        }
        guard place !== top, let parent = place.parent else { throw XMLFault(1088) }
        if declaring.last === place { declaring.removeLast() }
        place = parent
    }

    private mutating func open(
        _ tag: [UInt16], _ attributes: [(name: [UInt16], value: [UInt16])], isEmpty: Bool
    ) throws(XMLFault) {
        let element = XMLNode(.element)
        place.append(element)
        if !isEmpty { place = element }
        // Declarations come first: the names of other attributes may use them.
        var plain: [(name: [UInt16], value: [UInt16])] = []
        for attribute in attributes {
            if let namespace = try declaration(attribute.name, attribute.value) {
                element.addInScope(namespace)
            } else {
                plain.append(attribute)
            }
        }
        if !element.namespaces.isEmpty { declaring.append(element) }
        defer { if isEmpty, declaring.last === element { declaring.removeLast() } }
        for attribute in plain {
            let (local, namespace) = try XMLNode.resolve(attribute.name, isAttribute: true, in: declaring)
            let name = XMLName(local, namespace ?? .none)
            if element.attributes.contains(where: { $0.name?.matches(name) ?? false }) {
                throw XMLFault(1104, local, tag)
            }
            element.append(attribute: XMLNode(.attribute, name: name, value: attribute.value))
        }
        let (local, namespace) = try XMLNode.resolve(tag, isAttribute: false, in: declaring)
        element.name = XMLName(local, namespace ?? .none)
    }

    /// What `xmlns="…"` or `xmlns:prefix="…"` declares, nil of another attribute.
    private func declaration(_ name: [UInt16], _ value: [UInt16]) throws(XMLFault) -> XMLNamespace? {
        guard name.count >= 5, String(decoding: name[..<5], as: UTF16.self).lowercased() == "xmlns" else { return nil }
        if name.count == 5 { return XMLNamespace(uri: value, prefix: []) }
        guard name[5] == 0x3A else { return nil }
        if name.count == 6 { throw XMLFault(1084, name) }
        let prefix = Array(name[6...])
        if value.isEmpty { throw XMLFault(1098, prefix) }
        return XMLNamespace(uri: value, prefix: prefix)
    }
}
