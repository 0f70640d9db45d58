/// Which namespaces an element knows. E4X 9.1.1.13 and 13.4.4.
extension XMLNode {
    /// Declares `namespace` on this element; one of the same prefix goes, and names that used the prefix lose it.
    public func addInScope(_ namespace: XMLNamespace) {
        guard isElement, let prefix = namespace.prefix else { return }
        if prefix.isEmpty, let name, name.namespace.uri.isEmpty { return }
        if let index = namespaces.lastIndex(where: { $0.prefix == prefix }) {
            if namespaces[index].uri != namespace.uri { namespaces.remove(at: index) }
        }
        namespaces.append(namespace)
        for node in [self] + attributes where node.name?.namespace.prefix == prefix {
            guard let name = node.name, !name.namespace.uri.isEmpty else { continue }
            node.name = XMLName(name.local, XMLNamespace(uri: name.namespace.uri))
        }
    }

    /// What is declared here and above, the nearest first.
    public var inScopeNamespaces: [XMLNamespace] {
        var found: [XMLNamespace] = []
        var place: XMLNode? = self
        while let node = place {
            for namespace in node.namespaces {
                let isKnown = found.contains {
                    namespace.prefix == nil ? $0.uri == namespace.uri : $0.prefix == namespace.prefix
                }
                if !isKnown { found.append(namespace) }
            }
            place = node.parent
        }
        return found
    }

    /// The index of the declaration that `namespace` means, nil where there is none.
    public func indexOfDeclaration(_ namespace: XMLNamespace) -> Int? {
        for (index, own) in namespaces.enumerated() where own.uri == namespace.uri {
            if namespace.prefix == nil { return index }
            if own.prefix?.isEmpty ?? false { return nil }
            if own.prefix == namespace.prefix { return index }
        }
        return nil
    }

    /// E4X 13.3.5.4: the declaration among `known` that has the name's URI, else one without a prefix.
    public static func namespace(of name: XMLName, among known: [XMLNamespace]) -> XMLNamespace {
        known.first { $0.uri == name.namespace.uri } ?? XMLNamespace(uri: name.namespace.uri)
    }

    /// Takes "prefix:name" apart by the declarations of `declaring`, the innermost element last. Nil: no namespace.
    static func resolve(
        _ text: [UInt16], isAttribute: Bool, in declaring: [XMLNode]
    ) throws(XMLFault) -> (local: [UInt16], namespace: XMLNamespace?) {
        let colon = text.firstIndex(of: 0x3A)
        if colon == 0 { throw XMLFault(1084, text) }
        let prefix = colon.map { Array(text[..<$0]) } ?? []
        let local = colon.map { Array(text[($0 + 1)...]) } ?? text
        // An attribute without a prefix is in no namespace, whatever its element is in.
        if isAttribute && prefix.isEmpty { return (local, nil) }
        for node in declaring.reversed() {
            for namespace in node.namespaces {
                if namespace.prefix == prefix || (prefix.isEmpty && !namespace.hasPrefix) { return (local, namespace) }
            }
        }
        if prefix.elementsEqual("xml".utf16) { return (local, .xml) }
        if !prefix.isEmpty { throw XMLFault(1083, prefix, local) }
        return (local, nil)
    }
}
