import Base
import SWF

/// What a file holds, for `--info`.
struct MovieInfo {
    /// A name, a value and, for JSON, whether the value is a word of its own there.
    private var rows: [JSONValue.Member] = []
    private let warnings: [String]

    init(_ launch: Launch) {
        let movie = launch.movie
        let header = movie.header
        let attributes = Self.attributes(movie)
        let size = header.frameSize
        let facts: [(String, JSONValue)] = [
            ("name", .text(launch.name)), ("url", .text(launch.url)),
            ("isBundle", .flag(launch.files.bundle != nil)), ("signature", .text(header.compression.rawValue)),
            ("version", .number(Double(header.version))), ("claimedLength", .number(Double(header.fileLength))),
            ("length", .number(Double(movie.bytes.count))), ("width", .number(size.width.pixels)),
            ("height", .number(size.height.pixels)), ("frameRate", .number(header.frameRate)),
            ("frameCount", .number(Double(header.frameCount))),
            ("seconds", .number(header.frameRate > 0 ? Double(header.frameCount) / header.frameRate : 0)),
            ("actionScript", .number(attributes.contains(.actionScript3) && header.version >= 9 ? 3 : 2)),
        ]
        rows = facts.map { JSONValue.Member(key: $0.0, value: $0.1) }
        var counts: [(name: String, count: Int)] = []
        var places: [UInt16: Int] = [:]
        Self.visit(movie.tags, of: movie, depth: 0) { code in
            if let place = places[code] {
                counts[place].count += 1
            } else {
                places[code] = counts.count
                counts.append((TagCode(rawValue: code).map { "\($0)" } ?? "unknown\(code)", 1))
            }
        }
        let tags = counts.map { JSONValue.Member(key: $0.name, value: .number(Double($0.count))) }
        rows.append(JSONValue.Member(key: "tags", value: .table(tags)))
        let parameters = launch.options.parameters.map { JSONValue.Member(key: $0.name, value: .text($0.value)) }
        if !parameters.isEmpty { rows.append(JSONValue.Member(key: "parameters", value: .table(parameters))) }
        warnings = movie.warnings
        if !warnings.isEmpty {
            rows.append(JSONValue.Member(key: "warnings", value: .list(warnings.map { .text($0) })))
        }
    }

    private static func attributes(_ movie: Movie) -> FileAttributes {
        for record in movie.tags where record.code == TagCode.fileAttributes.rawValue {
            if case .fileAttributes(let found)? = try? movie.decode(record) { return found }
        }
        return []
    }

    /// Calls `body` with the code of every tag, of sprites too. A hostile file nests those without end.
    private static func visit(_ tags: [TagRecord], of movie: Movie, depth: Int, _ body: (UInt16) -> Void) {
        for record in tags {
            body(record.code)
            guard record.code == TagCode.defineSprite.rawValue, depth < 4 else { continue }
            if case .defineSprite(let sprite)? = try? movie.decode(record) {
                visit(sprite.tags, of: movie, depth: depth + 1, body)
            }
        }
    }

    /// Lines for a person, or a JSON object.
    func text(asJSON: Bool) -> String {
        if asJSON { return JSONValue.table(rows).encoded }
        var lines: [String] = []
        for row in rows {
            let key = row.key
            switch row.value {
            case .table(let entries):
                lines.append("\(key):")
                lines += entries.map { "  \($0.key): \($0.value.plain)" }
            case .list(let entries):
                lines.append("\(key):")
                lines += entries.map { "  \($0.plain)" }
            default: lines.append("\(key): \(row.value.plain)")
            }
        }
        return lines.joined(separator: "\n")
    }
}

/// As much of JSON as is written here.
///
/// Spec: RFC 8259.
enum JSONValue {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([JSONValue])
    case table([Member])

    struct Member {
        var key: String
        var value: JSONValue
    }

    var encoded: String {
        switch self {
        case .text(let value): Self.quoted(value)
        case .number, .flag: plain
        case .list(let values): "[" + values.map(\.encoded).joined(separator: ", ") + "]"
        case .table(let entries):
            "{" + entries.map { "\(Self.quoted($0.key)): \($0.value.encoded)" }.joined(separator: ", ") + "}"
        }
    }

    /// A value as a person reads it.
    var plain: String {
        switch self {
        case .text(let value): value
        case .number(let value):
            value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : "\(value)"
        case .flag(let value): value ? "true" : "false"
        default: encoded
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 32:
                let hex = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
