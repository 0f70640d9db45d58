/// Splits the HTML of text fields into text and tags.
///
/// It is no HTML of the web: a tag ends at the first ">" outside of quotes, and a "<" that begins none ends the text.
struct HTMLTags {
    struct Tag {
        /// In lower case.
        var name: String
        /// By name in lower case.
        var attributes: [String: String] = [:]
        var opens = true
        var closes = false
    }

    enum Part {
        case text([UInt16])
        case tag(Tag)
    }

    private let units: [UInt16]
    private var position = 0

    init(_ units: [UInt16]) { self.units = units }

    /// What Flash takes for white space here.
    static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x09 || unit == 0x0A || unit == 0x0D }

    /// The next part; nil at the end, and where a tag is not closed: the rest of the text is lost.
    mutating func next() -> Part? {
        while position < units.count {
            guard units[position] == 0x3C else {
                let start = position
                while position < units.count, units[position] != 0x3C { position += 1 }
                return .text(HTMLEntities.decode(units[start..<position]))
            }
            if units[position...].starts(with: "<!--".utf16) {
                guard skipComment() else { return nil }
                continue
            }
            guard let end = endOfTag() else { return nil }
            let body = units[(position + 1)..<end]
            position = end + 1
            if !body.isEmpty { return .tag(Self.tag(body)) }
        }
        return nil
    }

    /// False: it has no end.
    private mutating func skipComment() -> Bool {
        position += 4
        while position + 2 < units.count {
            if units[position...].starts(with: "-->".utf16) {
                position += 3
                return true
            }
            position += 1
        }
        return false
    }

    private func endOfTag() -> Int? {
        var quote: UInt16 = 0
        for index in (position + 1)..<units.count {
            let unit = units[index]
            if quote != 0 {
                if unit == quote { quote = 0 }
            } else if unit == 0x22 || unit == 0x27 {
                quote = unit
            } else if unit == 0x3E {
                return index
            }
        }
        return nil
    }

    private static func tag(_ body: ArraySlice<UInt16>) -> Tag {
        var body = body
        var tag = Tag(name: "")
        if body.first == 0x2F {
            body = body.dropFirst()
            (tag.opens, tag.closes) = (false, true)
        }
        if body.last == 0x2F {
            body = body.dropLast()
            tag.closes = true
        }
        func word(_ stop: (UInt16) -> Bool) -> ArraySlice<UInt16> {
            let word = body.prefix { !stop($0) }
            body = body[word.endIndex...]
            return word
        }
        func skipSpace() { body = body.drop(while: isSpace) }
        tag.name = String(decoding: word(isSpace), as: UTF16.self).lowercased()
        while true {
            body = body.drop { isSpace($0) || $0 == 0x2F }
            guard !body.isEmpty else { return tag }
            let key = String(decoding: word { $0 == 0x3D || isSpace($0) }, as: UTF16.self).lowercased()
            skipSpace()
            guard body.first == 0x3D else { continue }
            body = body.dropFirst()
            skipSpace()
            let value: ArraySlice<UInt16>
            if let quote = body.first, quote == 0x22 || quote == 0x27 {
                body = body.dropFirst()
                value = word { $0 == quote }
                body = body.dropFirst()
            } else {
                value = word(isSpace)
            }
            // Of an attribute that comes twice the first counts.
            if !key.isEmpty, tag.attributes[key] == nil {
                tag.attributes[key] = String(decoding: HTMLEntities.decode(value), as: UTF16.self)
            }
        }
    }
}

/// The entities that text fields know; all else stays as it is written.
enum HTMLEntities {
    /// No name is longer, and no number that means something has more digits.
    private static let longestName = 20

    static func decode(_ text: ArraySlice<UInt16>) -> [UInt16] {
        guard text.contains(0x26) else { return Array(text) }
        var out: [UInt16] = []
        var rest = text
        while let first = rest.first {
            guard first == 0x26, let end = rest.prefix(longestName + 2).firstIndex(of: 0x3B),
                let decoded = entity(rest[(rest.startIndex + 1)..<end])
            else {
                out.append(first)
                rest = rest.dropFirst()
                continue
            }
            out += decoded
            rest = rest[(end + 1)...]
        }
        return out
    }

    private static func entity(_ name: ArraySlice<UInt16>) -> [UInt16]? {
        let text = String(decoding: name, as: UTF16.self).lowercased()
        switch text {
        case "amp": return [0x26]
        case "lt": return [0x3C]
        case "gt": return [0x3E]
        case "quot": return [0x22]
        case "apos": return [0x27]
        case "nbsp": return [0xA0]
        default: break
        }
        guard text.hasPrefix("#") else { return nil }
        let digits = text.dropFirst()
        // Of a hexadecimal number the last four digits count.
        let number =
            digits.hasPrefix("x")
            ? UInt64(digits.dropFirst().suffix(4), radix: 16) : UInt64(digits.suffix(16), radix: 10)
        guard let number, !digits.hasPrefix("+"), !digits.hasPrefix("-") else { return nil }
        guard let scalar = UInt32(exactly: number).flatMap({ Unicode.Scalar($0) }) else { return [] }
        return UTF16.encode(scalar).map { Array($0) }
    }
}

extension String {
    /// Without white space at both ends.
    var trimmed: String {
        var view = Substring(self)
        while let first = view.first, first.isWhitespace { view.removeFirst() }
        while let last = view.last, last.isWhitespace { view.removeLast() }
        return String(view)
    }
}
