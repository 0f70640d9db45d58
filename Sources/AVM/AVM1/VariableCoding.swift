import AVM

/// Variables as `name=value&…`, and text of files.
extension Machine {
    /// The variables of an object that `for … in` shows.
    public func urlEncodedVariables(of object: Object) throws(ScriptError) -> String {
        var parts: [String] = []
        // An atom that nothing holds goes like any string.
        let names = ValueBuffer(heap)
        for name in enumerate(object) { names.append(Value(name.string)) }
        for index in 0..<names.count {
            let name = try toAtom(names[index])
            let value = Value(try toString(try get(object, name)))
            // Scripts may have put a function of their own in place of `escape`.
            let written = try toString(try callMethod(global, "escape", [value])).text
            let key = try toString(try callMethod(global, "escape", [names[index]])).text
            parts.append(key + "=" + written)
        }
        return parts.joined(separator: "&")
    }

    /// Sets the variables that a text names. A "+" is a space.
    public func decodeVariables(_ text: String, into object: Object) throws(ScriptError) {
        for part in text.utf8.split(separator: 0x26) {
            let pair = part.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
            func plain(_ bytes: Substring.UTF8View?) -> StringRef {
                let spaced = (bytes.map { Array($0) } ?? []).map { $0 == 0x2B ? 0x20 : $0 }
                return heap.makeString(utf8: PercentCoding.unescape(spaced))
            }
            guard let name = pair.first, !name.isEmpty else { continue }
            let value = Value(plain(pair.count > 1 ? pair[1] : nil))
            try set(object, heap.strings.intern(plain(name)), value)
        }
    }

    /// The text of a file: UTF-16 or UTF-8 by its byte order mark, else UTF-8 from SWF 6 on and Latin-1 before.
    public func decodeText(_ bytes: [UInt8]) -> Value {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Value(heap.makeString(utf8: bytes.dropFirst(3))) }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            let isBig = bytes[0] == 0xFE
            var units: [UInt16] = []
            var index = 2
            while index + 1 < bytes.count {
                let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                units.append(isBig ? a << 8 | b : b << 8 | a)
                index += 2
            }
            return Value(heap.makeString(utf16: units))
        }
        if dialect.hasUTF8Strings { return Value(heap.makeString(utf8: bytes)) }
        return Value(bytes.withUnsafeBufferPointer { heap.makeString(latin1: $0) })
    }

    /// Makes an object an empty XML document.
    public func makeXMLDocument(_ object: Object) {
        let state = setXMLNode(object, type: 1, name: nil, value: nil)
        state.document = XMLDocument()
    }
}
