import Player

/// Reads CSS as `TextField.StyleSheet.parseCSS` of ActionScript 1 and 2 does.
///
/// It is no CSS of the web: a selector is one word without space, a property's name goes on to the next colon whatever is
/// before that, and what is open at the end of the text is closed by it where a property could begin.
struct StyleSheetReader {
    typealias Rule = (selector: String, properties: [(name: String, value: String)])
    private let units: [UInt16]
    private var position = 0

    init(_ units: [UInt16]) { self.units = units }

    /// The rules in their order, nil where the text is none. Property names are in ActionScript's writing ("fontSize").
    mutating func read() -> [Rule]? {
        var rules: [Rule] = []
        while true {
            skipSpace()
            guard position < units.count else { return rules }
            guard let selectors = readSelectors(), let properties = readBlock() else { return nil }
            for selector in selectors { rules.append((selector, properties)) }
        }
    }

    /// Selectors with commas between them, up to and with the "{".
    private mutating func readSelectors() -> [String]? {
        var selectors: [String] = []
        while true {
            skipSpace()
            let name = word { $0 == 0x7B || $0 == 0x2C }
            skipSpace()
            guard !name.isEmpty, position < units.count else { return nil }
            selectors.append(name)
            let stop = units[position]
            position += 1
            if stop == 0x7B { return selectors }
            // A second word belongs to no selector.
            guard stop == 0x2C else { return nil }
        }
    }

    private mutating func readBlock() -> [(name: String, value: String)]? {
        var properties: [(name: String, value: String)] = []
        while true {
            skipSpace()
            guard position < units.count else { return properties }
            if units[position] == 0x7D {
                position += 1
                return properties
            }
            let start = position
            _ = word { $0 == 0x3A }
            skipSpace()
            // Space may stand behind a name, and is part of it, but not within one.
            guard position < units.count, units[position] == 0x3A else { return nil }
            let name = text(start..<position)
            position += 1
            skipSpace()
            let first = position
            while position < units.count, units[position] != 0x3B, units[position] != 0x7D { position += 1 }
            guard position < units.count else { return nil }
            var value = text(first..<position)
            if units[position] == 0x3B {
                position += 1
            } else {
                // What the end of the block ends does not go beyond its line.
                value = String(value.prefix { !$0.isNewline })
            }
            if !name.isEmpty { properties.append((Self.camelCase(name), value)) }
        }
    }

    /// Units up to a space or a stop.
    private mutating func word(_ isStop: (UInt16) -> Bool) -> String {
        let start = position
        while position < units.count, !isStop(units[position]), !isSpace(units[position]) { position += 1 }
        return text(start..<position)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }

    private func isSpace(_ unit: UInt16) -> Bool { CSSSpace.isSpace(unit) }

    private mutating func skipSpace() { position = CSSSpace.end(in: units, from: position) }

    /// "font-size" as "fontSize". Quirk: of two hyphens the second is what the first makes large.
    static func camelCase(_ name: String) -> String {
        var out = ""
        var isLarge = false
        for character in name {
            if character == "-", !isLarge {
                isLarge = true
            } else {
                out += isLarge ? character.uppercased() : String(character)
                isLarge = false
            }
        }
        return out
    }
}
