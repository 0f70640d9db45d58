/// Styles of a `TextField.StyleSheet`, by selector in lower case ("p", ".note").
public struct StyleSheet: Sendable {
    public var formats: [String: TextFormat] = [:]

    public init() {}

    /// A format with what a style says over it.
    func applied(to format: TextFormat, selector: String) -> TextFormat {
        formats[selector].map { format.merged(with: $0) } ?? format
    }
}

/// Reads the CSS that `StyleSheet.parseCSS` takes: selectors with blocks of declarations, and comments.
public struct CSSReader {
    public typealias Rule = (selector: String, properties: [(name: String, value: String)])
    private let units: [UInt16]
    private var position = 0
    /// Whether white space behind a value is part of it, as ActionScript 3 has it.
    private let keepsTrailingSpace: Bool

    public init(_ units: [UInt16], keepsTrailingSpace: Bool = false) {
        self.units = units
        self.keepsTrailingSpace = keepsTrailingSpace
    }

    /// The rules in their order, nil where the text is no CSS. Property names are in ActionScript's writing
    /// ("fontSize").
    public mutating func read() -> [Rule]? {
        var rules: [Rule] = []
        while true {
            skipSpace()
            guard position < units.count else { return rules }
            guard let selectors = text(until: 0x7B) else { return nil }
            position += 1
            var properties: [(name: String, value: String)] = []
            while true {
                skipSpace()
                guard position < units.count else { return nil }
                if units[position] == 0x7D {
                    position += 1
                    break
                }
                if units[position] == 0x3B {
                    position += 1
                    continue
                }
                guard let name = text(until: 0x3A) else { return nil }
                position += 1
                skipSpace()
                let start = position
                while position < units.count, units[position] != 0x3B, units[position] != 0x7D { position += 1 }
                guard position < units.count else { return nil }
                var value = String(decoding: units[start..<position], as: UTF16.self)
                // What the end of the block ends does not go beyond its line.
                if units[position] == 0x7D { value = String(value.prefix { !$0.isNewline }) }
                properties.append((Self.camelCase(name.trimmed), keepsTrailingSpace ? value : value.trimmed))
            }
            for selector in selectors.split(separator: ",") {
                let name = String(selector).trimmed
                if !name.isEmpty { rules.append((name, properties)) }
            }
        }
    }

    private mutating func skipSpace() { position = CSSSpace.end(in: units, from: position) }

    private mutating func text(until stop: UInt16) -> String? {
        let start = position
        while position < units.count, units[position] != stop {
            if units[position] == 0x7D || (stop == 0x3A && units[position] == 0x7B) { return nil }
            position += 1
        }
        guard position < units.count else { return nil }
        return String(decoding: units[start..<position], as: UTF16.self)
    }

    /// "font-size" as "fontSize".
    static func camelCase(_ name: String) -> String {
        var out = ""
        var isUpper = false
        for character in name {
            if character == "-" {
                isUpper = true
            } else {
                out += isUpper ? character.uppercased() : String(character)
                isUpper = false
            }
        }
        return out
    }
}
