import AVM

/// Cuts text into the parts of XML as ActionScript 3 does.
///
/// Tolerant: "<?xml", "<!DOCTYPE" and "<![CDATA[" in any case, unknown entities as text, names of anything but space
/// and brackets. What is not closed is an error with a number.
struct E4XScanner {
    enum Part {
        /// A start tag, or an end tag: its name then begins with "/".
        case tag(name: [UInt16], attributes: [(name: [UInt16], value: [UInt16])], isEmpty: Bool)
        case text([UInt16])
        case cdata([UInt16])
        case comment([UInt16])
        case processingInstruction([UInt16])
        /// "<?xml …?>", "<!DOCTYPE …>"
        case skipped
    }

    private let units: [UInt16]
    private var place = 0
    private let ignoresSpace: Bool

    init(_ units: [UInt16], ignoresSpace: Bool) {
        self.units = units
        self.ignoresSpace = ignoresSpace
    }

    /// The next part, nil at the end.
    mutating func next() throws(XMLFault) -> Part? {
        if ignoresSpace { skipSpace() }
        guard place < units.count else { return nil }
        guard units[place] == 0x3C else { return takeText() }
        if matches("<?xml ", at: place) {
            _ = try take(from: 6, to: "?>", fault: 1092)
            return .skipped
        }
        if matches("<!doctype", at: place) {
            try skipDocType()
            return .skipped
        }
        if matches("<![cdata[", at: place) { return .cdata(try take(from: 9, to: "]]>", fault: 1091)) }
        if matches("<?", at: place) { return .processingInstruction(try take(from: 2, to: "?>", fault: 1097)) }
        if matches("<!--", at: place) { return .comment(try take(from: 4, to: "-->", fault: 1094)) }
        return try takeTag()
    }

    private mutating func takeText() -> Part {
        let end = units[place...].firstIndex(of: 0x3C) ?? units.count
        defer { place = end }
        let text = Self.unescape(units[place..<end])
        return .text(ignoresSpace ? XMLText.trimmed(text) : text)
    }

    private mutating func skipDocType() throws(XMLFault) {
        var depth = 0
        var index = place + 1
        while index < units.count {
            if units[index] == 0x3C { depth += 1 }
            if units[index] == 0x3E {
                if depth == 0 {
                    place = index + 1
                    return
                }
                depth -= 1
            }
            index += 1
        }
        throw XMLFault(1093)
    }

    private mutating func take(from offset: Int, to end: StaticString, fault: Int) throws(XMLFault) -> [UInt16] {
        let start = place + offset
        var index = start
        while index + end.utf8CodeUnitCount <= units.count {
            if matches(end, at: index) {
                place = index + end.utf8CodeUnitCount
                return Array(units[start..<index])
            }
            index += 1
        }
        throw XMLFault(fault)
    }

    private mutating func takeTag() throws(XMLFault) -> Part {
        place += 1
        let start = place
        while place < units.count, units[place] != 0x3E, !XMLText.isSpace(units[place]), !isEmptyTagEnd { place += 1 }
        guard place < units.count, place > start else { throw XMLFault(1090) }
        let name = Self.unescape(units[start..<place])
        var attributes: [(name: [UInt16], value: [UInt16])] = []
        while true {
            skipSpace()
            guard place < units.count else { throw XMLFault(1090) }
            if units[place] == 0x3E {
                place += 1
                return .tag(name: name, attributes: attributes, isEmpty: false)
            }
            if isEmptyTagEnd {
                place += 2
                return .tag(name: name, attributes: attributes, isEmpty: true)
            }
            attributes.append(try takeAttribute())
        }
    }

    private var isEmptyTagEnd: Bool {
        units[place] == 0x2F && place + 1 < units.count && units[place + 1] == 0x3E
    }

    private mutating func takeAttribute() throws(XMLFault) -> (name: [UInt16], value: [UInt16]) {
        let start = place
        while units[place] != 0x3D, units[place] != 0x3E, !XMLText.isSpace(units[place]) {
            place += 1
            guard place < units.count else { throw XMLFault(1090) }
        }
        guard place > start else { throw XMLFault(1090) }
        let name = Self.unescape(units[start..<place])
        skipSpace()
        guard place < units.count, units[place] == 0x3D else { throw XMLFault(1090) }
        place += 1
        skipSpace()
        guard place < units.count, units[place] == 0x22 || units[place] == 0x27 else { throw XMLFault(1090) }
        let quote = units[place]
        place += 1
        let valueStart = place
        while true {
            guard place < units.count, units[place] != 0x3C else { throw XMLFault(1095) }
            if units[place] == quote { break }
            place += 1
        }
        place += 1
        return (name, Self.unescape(units[valueStart..<place - 1]))
    }

    private mutating func skipSpace() { while place < units.count, XMLText.isSpace(units[place]) { place += 1 } }

    /// Whether `text`, in lower case, is at `index`, whatever the case there.
    private func matches(_ text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= units.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount {
            let unit = units[index + offset]
            let folded = unit >= 0x41 && unit <= 0x5A ? unit + 0x20 : unit
            if folded != UInt16(text.utf8Start[offset]) { return false }
        }
        return true
    }

    /// Entities and character numbers (up to 0xFFFF) as what they stand for; what is none stays as it is.
    static func unescape(_ text: ArraySlice<UInt16>) -> [UInt16] {
        guard text.contains(0x26) else { return Array(text) }
        var result: [UInt16] = []
        result.reserveCapacity(text.count)
        var place = text.startIndex
        while place < text.endIndex {
            guard text[place] == 0x26, let end = text[place...].firstIndex(of: 0x3B) else {
                result.append(text[place])
                place += 1
                continue
            }
            if let unit = meaning(of: text[(place + 1)..<end]) {
                result.append(unit)
                place = end + 1
            } else {
                // An ampersand within what was taken for an entity does not begin another.
                result += text[place..<end]
                place = end
            }
        }
        return result
    }

    private static func meaning(of entity: ArraySlice<UInt16>) -> UInt16? {
        guard entity.first == 0x23 else {
            switch String(decoding: entity, as: UTF16.self) {
            case "amp": return 0x26
            case "quot": return 0x22
            case "apos": return 0x27
            case "lt": return 0x3C
            case "gt": return 0x3E
            case "nbsp": return 0xA0
            default: return nil
            }
        }
        var digits = entity.dropFirst()
        let radix: UInt32 = digits.count > 1 && digits.first == 0x78 ? 16 : 10
        if radix == 16 { digits = digits.dropFirst() }
        guard !digits.isEmpty else { return nil }
        var number: UInt32 = 0
        for unit in digits {
            let digit: UInt32
            switch unit {
            case 0x30...0x39: digit = UInt32(unit) - 0x30
            case 0x41...0x46 where radix == 16: digit = UInt32(unit) - 0x37
            case 0x61...0x66 where radix == 16: digit = UInt32(unit) - 0x57
            default: return nil
            }
            number = number * radix + digit
            if number > 0xFFFF { return nil }
        }
        return UInt16(number)
    }
}
