import AVM

/// Writes E4X trees as text. E4X 10.1 and 10.2.
public struct E4XWriter {
    private let settings: XMLSettings
    private var output: [UInt16] = []

    /// `XML.toXMLString`.
    public static func xmlString(_ node: XMLNode, settings: XMLSettings) throws(XMLFault) -> [UInt16] {
        var writer = E4XWriter(settings: settings)
        var known: [XMLNamespace] = []
        try writer.write(node, &known, indent: 0, depth: 0)
        return writer.output
    }

    /// `XML.toString`: the text of what has simple content, XML of the rest.
    public static func string(_ node: XMLNode, settings: XMLSettings) throws(XMLFault) -> [UInt16] {
        switch node.kind {
        case .text, .cdata, .attribute: return node.value
        default: break
        }
        guard node.hasSimpleContent else { return try xmlString(node, settings: settings) }
        return node.children.reduce(into: []) { text, child in
            if child.isText { text += child.value }
        }
    }

    private mutating func write(
        _ node: XMLNode, _ known: inout [XMLNamespace], indent: Int, depth: Int
    ) throws(XMLFault) {
        try XMLNode.checkDepth(depth)
        if settings.isPretty { output += repeatElement(0x20, count: indent) }
        switch node.kind {
        case .text:
            output += XMLText.escapedElement(settings.isPretty ? XMLText.trimmed(node.value) : node.value)
        case .cdata:
            put("<![CDATA[")
            output += node.value
            put("]]>")
        case .attribute: output += XMLText.escapedAttribute(node.value)
        case .comment:
            put("<!--")
            output += node.value
            put("-->")
        case .processingInstruction:
            put("<?")
            output += (node.name?.local ?? []) + [0x20] + node.value
            put("?>")
        case .element: try writeElement(node, &known, indent: indent, depth: depth)
        }
    }

    private mutating func writeElement(
        _ node: XMLNode, _ known: inout [XMLNamespace], indent: Int, depth: Int
    ) throws(XMLFault) {
        let ancestors = known.count
        for namespace in node.inScopeNamespaces where !known.contains(namespace) { known.append(namespace) }
        let name = node.name ?? XMLName([])
        let prefix = Self.prefix(of: name, &known)
        for attribute in node.attributes { _ = Self.prefix(of: attribute.name ?? XMLName([]), &known) }
        output.append(0x3C)
        put(prefix, name.local)
        for attribute in node.attributes {
            let name = attribute.name ?? XMLName([])
            output.append(0x20)
            put(Self.prefix(of: name, &known), name.local)
            put("=\"")
            output += XMLText.escapedAttribute(attribute.value)
            output.append(0x22)
        }
        for namespace in known[ancestors...] where !namespace.uri.isEmpty {
            put(" xmlns")
            if let prefix = namespace.prefix, !prefix.isEmpty { output += [0x3A] + prefix }
            put("=\"")
            output += namespace.uri
            output.append(0x22)
        }
        guard let first = node.children.first else { return put("/>") }
        output.append(0x3E)
        let isIndenting = node.children.count > 1 || !first.isText
        let childIndent = settings.prettyPrinting && isIndenting ? indent + Int(max(0, settings.prettyIndent)) : 0
        // A prefix that is declared anew here hides what it stood for above, so that must be said again below.
        let own = known[ancestors...]
        let visible = known[..<ancestors].filter { old in !own.contains { $0.prefix == old.prefix } } + own
        for child in node.children {
            if settings.isPretty && isIndenting { output.append(0x0A) }
            var names = visible
            try write(child, &names, indent: childIndent, depth: depth + 1)
        }
        if settings.isPretty && isIndenting {
            output.append(0x0A)
            output += repeatElement(0x20, count: indent)
        }
        put("</")
        put(prefix, name.local)
        output.append(0x3E)
    }

    /// The prefix of `name` by the namespaces known so far; one that has none is given one and becomes known.
    private static func prefix(of name: XMLName, _ known: inout [XMLNamespace]) -> [UInt16] {
        let namespace = XMLNode.namespace(of: name, among: known)
        if let prefix = namespace.prefix { return prefix }
        let made = uniquePrefix(known)
        known.append(XMLNamespace(uri: namespace.uri, prefix: made))
        return made
    }

    /// The empty one if it is free, else "aaa", "aab" …
    private static func uniquePrefix(_ known: [XMLNamespace]) -> [UInt16] {
        func isFree(_ prefix: [UInt16]) -> Bool { !known.contains { $0.prefix == prefix } }
        if isFree([]) { return [] }
        for number in 0..<(26 * 26 * 26) {
            let prefix = [number / 676, number / 26 % 26, number % 26].map { UInt16(0x61 + $0) }
            if isFree(prefix) { return prefix }
        }
        return Array("zzz".utf16)
    }

    private mutating func put(_ text: StaticString) {
        text.withUTF8Buffer { output += $0.lazy.map { UInt16($0) } }
    }

    private mutating func put(_ prefix: [UInt16], _ local: [UInt16]) {
        if !prefix.isEmpty { output += prefix + [0x3A] }
        output += local
    }

    private init(settings: XMLSettings) { self.settings = settings }
}
