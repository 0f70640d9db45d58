/// A value of a TOML file.
public enum TOMLValue: Equatable, Sendable {
    case string(String)
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    /// A date or time, as it was written: nothing here reads one.
    case moment(String)
    case array([TOMLValue])
    case table(TOMLTable)

    /// What a message calls this kind of value.
    public var kind: String {
        switch self {
        case .string: "string"
        case .integer: "integer"
        case .float: "float"
        case .boolean: "boolean"
        case .moment: "date"
        case .array: "array"
        case .table: "table"
        }
    }

    /// A number, be it written with a point or without.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .float(let value): value
        default: nil
        }
    }

    /// The value as it is written into a file.
    var text: String {
        switch self {
        case .string(let value): Self.quoted(value)
        case .integer(let value): String(value)
        case .float(let value):
            value.isNaN ? "nan" : value.isInfinite ? (value < 0 ? "-inf" : "inf") : "\(value)"
        case .boolean(let value): value ? "true" : "false"
        case .moment(let value): value
        case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
        case .table(let table):
            table.entries.isEmpty
                ? "{}"
                : "{ " + table.entries.map { "\(Self.key($0.key)) = \($0.value.text)" }.joined(separator: ", ") + " }"
        }
    }

    /// A key, in quotes where it needs them.
    static func key(_ key: String) -> String {
        let isBare = !key.isEmpty && key.utf8.allSatisfy { TOMLParser.isBareKey($0) }
        return isBare ? key : quoted(key)
    }

    private static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if scalar.value < 32 || scalar.value == 127 {
                    let hex = String(scalar.value, radix: 16, uppercase: true)
                    text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        return text + "\""
    }
}

/// Keys and values in the order of the file.
public struct TOMLTable: Equatable, Sendable {
    public internal(set) var entries: [(key: String, value: TOMLValue)] = []
    private var places: [String: Int] = [:]

    public init() {}

    public subscript(key: String) -> TOMLValue? {
        get { places[key].map { entries[$0].value } }
        set {
            if let place = places[key] {
                if let newValue {
                    entries[place].value = newValue
                } else {
                    entries.remove(at: place)
                    places = [:]
                    for (index, entry) in entries.enumerated() { places[entry.key] = index }
                }
            } else if let newValue {
                places[key] = entries.count
                entries.append((key, newValue))
            }
        }
    }

    public static func == (a: TOMLTable, b: TOMLTable) -> Bool {
        a.entries.count == b.entries.count && a.entries.allSatisfy { b[$0.key] == $0.value }
    }
}
