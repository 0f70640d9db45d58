/// Cuts XML text into its parts as Flash's ActionScript 1 and 2 parser does: tolerant of bare ampersands and unknown
/// entities, strict about what must be closed. Works on 16-bit units.
public struct XMLScanner {
    public enum Token: Equatable {
        /// `<name key="value">`; attribute values are unescaped.
        case start(name: [UInt16], attributes: [Attribute], isEmpty: Bool)
        case end(name: [UInt16])
        /// Unescaped text.
        case text([UInt16])
        case cdata([UInt16])
        /// `<?xml …?>` with its brackets.
        case declaration([UInt16])
        /// `<!DOCTYPE …>` with its brackets.
        case docType([UInt16])
    }

    public struct Attribute: Equatable {
        public var name, value: [UInt16]

        public init(name: [UInt16], value: [UInt16]) {
            self.name = name
            self.value = value
        }
    }

    /// What is wrong with a text, by the numbers of `XML.status`.
    public enum Fault: Int, Error {
        case cdataNotTerminated = -2
        case declarationNotTerminated = -3
        case docTypeNotTerminated = -4
        case commentNotTerminated = -5
        case malformedElement = -6
        case attributeNotTerminated = -8
        case startTagWithoutEnd = -9
        case endTagWithoutStart = -10
    }

    private let units: [UInt16]
    private var place = 0

    public init(_ units: [UInt16]) { self.units = units }

    /// The next part, nil at the end. Comments are skipped.
    public mutating func next() throws(Fault) -> Token? {
        while place < units.count {
            guard units[place] == 0x3C else { return .text(takeText()) }
            if starts(with: "<!--") {
                guard let end = find("-->", from: place + 4) else { throw .commentNotTerminated }
                place = end + 3
            } else if starts(with: "<![CDATA[") {
                guard let end = find("]]>", from: place + 9) else { throw .cdataNotTerminated }
                defer { place = end + 3 }
                return .cdata(Array(units[place + 9..<end]))
            } else if starts(with: "<?") {
                guard let end = find("?>", from: place + 2) else { throw .declarationNotTerminated }
                defer { place = end + 2 }
                return .declaration(Array(units[place..<end + 2]))
            } else if starts(with: "<!") {
                return .docType(try takeDocType())
            } else {
                return try takeTag()
            }
        }
        return nil
    }

    // MARK: Parts

    private mutating func takeText() -> [UInt16] {
        let start = place
        while place < units.count, units[place] != 0x3C { place += 1 }
        return Self.unescape(units[start..<place])
    }

    /// Brackets within a document type may nest.
    private mutating func takeDocType() throws(Fault) -> [UInt16] {
        let start = place
        var depth = 0
        while place < units.count {
            if units[place] == 0x3C { depth += 1 }
            if units[place] == 0x3E { depth -= 1 }
            place += 1
            if depth == 0 { return Array(units[start..<place]) }
        }
        throw .docTypeNotTerminated
    }

    private mutating func takeTag() throws(Fault) -> Token {
        place += 1
        if place < units.count, units[place] == 0x2F {
            place += 1
            let name = takeName()
            while place < units.count, units[place] != 0x3E { place += 1 }
            guard place < units.count else { throw .malformedElement }
            place += 1
            return .end(name: name)
        }
        let name = takeName()
        if name.isEmpty { throw .malformedElement }
        var attributes: [Attribute] = []
        while true {
            skipSpace()
            guard place < units.count else { throw .malformedElement }
            if units[place] == 0x3E {
                place += 1
                return .start(name: name, attributes: attributes, isEmpty: false)
            }
            if units[place] == 0x2F {
                guard place + 1 < units.count, units[place + 1] == 0x3E else { throw .malformedElement }
                place += 2
                return .start(name: name, attributes: attributes, isEmpty: true)
            }
            attributes.append(try takeAttribute())
        }
    }

    private mutating func takeAttribute() throws(Fault) -> Attribute {
        let name = takeName()
        skipSpace()
        guard !name.isEmpty, place < units.count, units[place] == 0x3D else { throw .malformedElement }
        place += 1
        skipSpace()
        guard place < units.count, units[place] == 0x22 || units[place] == 0x27 else { throw .malformedElement }
        let quote = units[place]
        place += 1
        let start = place
        while place < units.count, units[place] != quote { place += 1 }
        guard place < units.count else { throw .attributeNotTerminated }
        defer { place += 1 }
        return Attribute(name: name, value: Self.unescape(units[start..<place]))
    }

    /// What stands before a space, `=`, `/` or `>`.
    private mutating func takeName() -> [UInt16] {
        let start = place
        while place < units.count {
            let unit = units[place]
            if Self.isSpace(unit) || unit == 0x3D || unit == 0x3E { break }
            if unit == 0x2F, place + 1 < units.count, units[place + 1] == 0x3E { break }
            place += 1
        }
        return Array(units[start..<place])
    }

    // MARK: Units

    private mutating func skipSpace() { while place < units.count, Self.isSpace(units[place]) { place += 1 } }

    public static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 9 || unit == 10 || unit == 13 }

    private func starts(with text: StaticString) -> Bool { matches(text, at: place) }

    private func matches(_ text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= units.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount where units[index + offset] != UInt16(text.utf8Start[offset]) {
            return false
        }
        return true
    }

    private func find(_ text: StaticString, from start: Int) -> Int? {
        var index = start
        while index + text.utf8CodeUnitCount <= units.count {
            if matches(text, at: index) { return index }
            index += 1
        }
        return nil
    }

    // MARK: Entities

    private static let entities: [(name: [UInt16], unit: UInt16)] = [
        (Array("amp".utf16), 0x26), (Array("lt".utf16), 0x3C), (Array("gt".utf16), 0x3E),
        (Array("quot".utf16), 0x22), (Array("apos".utf16), 0x27), (Array("nbsp".utf16), 0xA0),
    ]

    /// Entities and character numbers as what they stand for; what is none stays.
    public static func unescape(_ text: ArraySlice<UInt16>) -> [UInt16] {
        guard text.contains(0x26) else { return Array(text) }
        var result: [UInt16] = []
        result.reserveCapacity(text.count)
        var place = text.startIndex
        while place < text.endIndex {
            if text[place] == 0x26, let end = text[place...].prefix(12).firstIndex(of: 0x3B),
                let meaning = meaning(of: text[(place + 1)..<end])
            {
                result += meaning
                place = end + 1
            } else {
                result.append(text[place])
                place += 1
            }
        }
        return result
    }

    private static func meaning(of entity: ArraySlice<UInt16>) -> [UInt16]? {
        if let known = entities.first(where: { entity.elementsEqual($0.name) }) { return [known.unit] }
        guard entity.first == 0x23 else { return nil }
        var digits = entity.dropFirst()
        var radix: UInt32 = 10
        if digits.first == 0x78 || digits.first == 0x58 {
            radix = 16
            digits = digits.dropFirst()
        }
        guard !digits.isEmpty else { return nil }
        var number: UInt32 = 0
        for unit in digits {
            guard let scalar = Unicode.Scalar(unit), let digit = Character(scalar).hexDigitValue, digit < radix else {
                return nil
            }
            number = number &* radix &+ UInt32(digit)
        }
        return Unicode.Scalar(number).map { Array(String($0).utf16) }
    }

    /// The text with what XML needs escaped.
    public static func escape(_ text: [UInt16]) -> [UInt16] {
        var result: [UInt16] = []
        result.reserveCapacity(text.count)
        for unit in text {
            switch unit {
            case 0x26: result += Array("&amp;".utf16)
            case 0x3C: result += Array("&lt;".utf16)
            case 0x3E: result += Array("&gt;".utf16)
            case 0x22: result += Array("&quot;".utf16)
            case 0x27: result += Array("&apos;".utf16)
            case 0xA0: result += Array("&nbsp;".utf16)
            default: result.append(unit)
            }
        }
        return result
    }
}
