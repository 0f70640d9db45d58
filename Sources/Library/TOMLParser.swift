/// Reads TOML 1.0 and notes where everything stands, so that a file can be edited in place.
///
/// Spec: toml.io/en/v1.0.0.
struct TOMLParser {
    /// Where the value of a key stands, and what goes when the key does.
    struct Place {
        var value: Range<Int>
        /// The whole line, or the part of an inline table from the key on.
        var whole: Range<Int>
        var isInline: Bool
    }

    /// Where a table can get another key.
    enum Opening {
        /// After this offset, which is the end of a line.
        case header(end: Int)
        /// Before the closing brace at this offset.
        case inline(brace: Int, isEmpty: Bool)
        /// It is made by dotted keys of another table: `path` below `table`.
        case dotted(table: [String], path: [String])
        /// It has a name only through the tables inside it.
        case implied
    }

    private(set) var root = Node.table(Table())
    private(set) var places: [[String]: Place] = [:]
    private(set) var openings: [[String]: Opening] = [:]

    private let bytes: [UInt8]
    private var cursor = 0
    /// The table whose keys are being read, and whether it is one of an array.
    private var current: [String] = []
    private var isInArray = false

    /// A table while it is being read.
    final class Table {
        var values = TOMLTableBuilder()
        /// Has a header of its own, or is whole because it was written inline.
        var isClosed = false
        var isDotted = false
        var isInline = false
    }
    /// `[[name]]`, time and again: appended to in place.
    final class TableList {
        var tables: [Table]
        init(_ first: Table) { tables = [first] }
    }

    indirect enum Node {
        case value(TOMLValue)
        case table(Table)
        case tables(TableList)

        var result: TOMLValue {
            switch self {
            case .value(let value): value
            case .table(let table): .table(table.values.result)
            case .tables(let list): .array(list.tables.map { .table($0.values.result) })
            }
        }
    }
    struct TOMLTableBuilder {
        var order: [String] = []
        var nodes: [String: Node] = [:]

        subscript(key: String) -> Node? {
            get { nodes[key] }
            set {
                if nodes[key] == nil { order.append(key) }
                nodes[key] = newValue
            }
        }

        var result: TOMLTable {
            var table = TOMLTable()
            for key in order { table[key] = nodes[key]?.result }
            return table
        }
    }

    static let deepest = 64

    static func isBareKey(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
            || byte == 0x5F
    }

    init(_ text: [UInt8]) throws(LibraryProblem) {
        bytes = text
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor = 3 }
        openings[[]] = .header(end: cursor)
        guard case .table(let top) = root else { return }
        var target = top
        while true {
            skipBlank(lines: true)
            guard cursor < bytes.count else { break }
            if bytes[cursor] == UInt8(ascii: "[") {
                target = try readHeader(top)
            } else {
                try readLine(into: target)
            }
        }
    }

    // MARK: - Lines

    private mutating func readHeader(_ top: Table) throws(LibraryProblem) -> Table {
        cursor += 1
        let isArray = take("[")
        skipBlank(lines: false)
        let path = try readPath()
        skipBlank(lines: false)
        guard take("]"), !isArray || take("]") else { throw wrong("a table's name does not end in ]") }
        try endLine()
        let table = try open(path, from: top, isArray: isArray)
        current = path
        if !isInArray { openings[path] = .header(end: cursor) }
        return table
    }

    /// The table that a header names, made where it is new.
    private mutating func open(_ path: [String], from top: Table, isArray: Bool) throws(LibraryProblem) -> Table {
        var table = top
        isInArray = isArray
        for (depth, key) in path.dropLast().enumerated() {
            switch table.values[key] {
            case nil:
                let made = Table()
                table.values[key] = .table(made)
                if !isInArray { openings[Array(path[...depth])] = .implied }
                table = made
            case .table(let next) where !next.isInline: table = next
            case .tables(let list):
                guard let last = list.tables.last else { throw wrong("\(key) is an empty array") }
                table = last
                isInArray = true
            case .value, .table: throw wrong("\(key) is a value, not a table")
            }
        }
        let key = path[path.count - 1]
        let made = Table()
        made.isClosed = true
        switch (table.values[key], isArray) {
        case (nil, false): table.values[key] = .table(made)
        case (nil, true): table.values[key] = .tables(TableList(made))
        case (.tables(let list), true): list.tables.append(made)
        case (.table(let known), false) where !known.isClosed && !known.isDotted:
            known.isClosed = true
            return known
        default: throw wrong("\(key) is there twice")
        }
        return made
    }

    private mutating func readLine(into table: Table) throws(LibraryProblem) {
        var lineStart = cursor
        while lineStart > 0 && bytes[lineStart - 1] != 0x0A { lineStart -= 1 }
        let (path, value) = try readPair(into: table, below: current)
        try endLine()
        if isInArray { return }
        places[current + path] = Place(value: value, whole: lineStart..<cursor, isInline: false)
        if case .header = openings[current] { openings[current] = .header(end: cursor) }
    }

    /// `a.b = value`. Returns the path below `table` and where the value stands.
    private mutating func readPair(
        into table: Table, below prefix: [String], depth: Int = 0
    ) throws(LibraryProblem) -> (path: [String], value: Range<Int>) {
        let path = try readPath()
        skipBlank(lines: false)
        guard take("=") else { throw wrong("after \(path.joined(separator: ".")) there is no =") }
        skipBlank(lines: false)
        var target = table
        for (index, key) in path.dropLast().enumerated() {
            switch target.values[key] {
            case nil:
                let made = Table()
                made.isDotted = true
                target.values[key] = .table(made)
                if !isInArray {
                    openings[prefix + path[...index]] = .dotted(table: prefix, path: Array(path[...index]))
                }
                target = made
            case .table(let next) where !next.isClosed: target = next
            default: throw wrong("\(key) cannot get more keys here")
            }
        }
        let key = path[path.count - 1]
        guard target.values[key] == nil else { throw wrong("\(key) is there twice") }
        let start = cursor
        target.values[key] = try readValue(at: prefix + path, depth: depth)
        return (path, start..<cursor)
    }

    private mutating func readPath() throws(LibraryProblem) -> [String] {
        var path = [try readKey()]
        while true {
            let end = cursor
            skipBlank(lines: false)
            guard take(".") else {
                cursor = end
                return path
            }
            guard path.count < Self.deepest else { throw wrong("a key has too many dots") }
            skipBlank(lines: false)
            path.append(try readKey())
        }
    }

    private mutating func readKey() throws(LibraryProblem) -> String {
        let start = cursor
        switch peek {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return try readString()
        default:
            while let byte = peek, Self.isBareKey(byte) { cursor += 1 }
            guard cursor > start else { throw wrong("a key is missing") }
            return String(decoding: bytes[start..<cursor], as: UTF8.self)
        }
    }

    private mutating func endLine() throws(LibraryProblem) {
        skipBlank(lines: false)
        if peek == UInt8(ascii: "#") { skipComment() }
        if take("\r") {}
        if cursor < bytes.count, !take("\n") { throw wrong("there is more on the line than a value") }
    }

    // MARK: - Values

    private mutating func readValue(at path: [String], depth: Int) throws(LibraryProblem) -> Node {
        guard depth < Self.deepest else { throw wrong("values are nested too deeply") }
        switch peek {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .value(.string(try readString()))
        case UInt8(ascii: "["): return .value(.array(try readArray(depth)))
        case UInt8(ascii: "{"): return .table(try readInline(path, depth))
        default: return .value(try readPlain())
        }
    }

    private mutating func readArray(_ depth: Int) throws(LibraryProblem) -> [TOMLValue] {
        cursor += 1
        let wasInArray = isInArray
        isInArray = true
        defer { isInArray = wasInArray }
        var values: [TOMLValue] = []
        while true {
            skipBlank(lines: true)
            if take("]") { return values }
            values.append(try readValue(at: [], depth: depth + 1).result)
            skipBlank(lines: true)
            if take(",") { continue }
            guard take("]") else { throw wrong("an array does not end in ]") }
            return values
        }
    }

    private mutating func readInline(_ path: [String], _ depth: Int) throws(LibraryProblem) -> Table {
        cursor += 1
        let table = Table()
        defer { (table.isClosed, table.isInline) = (true, true) }
        skipBlank(lines: false)
        var isEmpty = true
        while true {
            if isEmpty, peek == UInt8(ascii: "}") { break }
            isEmpty = false
            let start = cursor
            let (key, value) = try readPair(into: table, below: path, depth: depth + 1)
            if !isInArray { places[path + key] = Place(value: value, whole: start..<cursor, isInline: true) }
            skipBlank(lines: false)
            if take(",") {
                skipBlank(lines: false)
                continue
            }
            guard peek == UInt8(ascii: "}") else { throw wrong("a table does not end in }") }
            break
        }
        if !isInArray { openings[path] = .inline(brace: cursor, isEmpty: isEmpty) }
        cursor += 1
        return table
    }

    private mutating func readPlain() throws(LibraryProblem) -> TOMLValue {
        let start = cursor
        let ends = Set(",]}#\n\r\t".utf8)
        while let byte = peek, !ends.contains(byte) {
            // A date and a time may have a space between them.
            if byte == 0x20 {
                let isMoment =
                    cursor - start == 10 && bytes[start + 4] == UInt8(ascii: "-") && cursor + 1 < bytes.count
                    && (0x30...0x39).contains(bytes[cursor + 1])
                if !isMoment { break }
            }
            cursor += 1
        }
        let text = String(decoding: bytes[start..<cursor], as: UTF8.self)
        guard let value = TOMLNumbers.value(of: text) else {
            throw wrong(text.isEmpty ? "a value is missing" : "\(text) is no value")
        }
        return value
    }

    // MARK: - Strings

    private mutating func readString() throws(LibraryProblem) -> String {
        let quote = bytes[cursor]
        let isLiteral = quote == UInt8(ascii: "'")
        let isLong = cursor + 2 < bytes.count && bytes[cursor + 1] == quote && bytes[cursor + 2] == quote
        cursor += isLong ? 3 : 1
        if isLong {
            if take("\r") {}
            if take("\n") {}
        }
        var content: [UInt8] = []
        while let byte = peek {
            if byte == quote {
                if !isLong {
                    cursor += 1
                    return try text(content)
                }
                var count = 0
                while count < 5, cursor + count < bytes.count, bytes[cursor + count] == quote { count += 1 }
                cursor += count
                if count >= 3 { return try text(content + repeatElement(quote, count: count - 3)) }
                content += repeatElement(quote, count: count)
                continue
            }
            cursor += 1
            if byte == UInt8(ascii: "\\") && !isLiteral {
                try readEscape(into: &content, isLong: isLong)
            } else if byte == 0x0A && !isLong {
                throw wrong("a string does not end on its line")
            } else {
                content.append(byte)
            }
        }
        throw wrong("a string does not end")
    }

    private func text(_ content: [UInt8]) throws(LibraryProblem) -> String {
        guard let text = String(validating: content, as: UTF8.self) else { throw wrong("a string is not UTF-8") }
        return text
    }

    private mutating func readEscape(into content: inout [UInt8], isLong: Bool) throws(LibraryProblem) {
        guard let byte = peek else { throw wrong("a string does not end") }
        let simple: [UInt8: UInt8] = [
            UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10, UInt8(ascii: "f"): 12,
            UInt8(ascii: "r"): 13, UInt8(ascii: "e"): 27, UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C,
        ]
        if let plain = simple[byte] {
            cursor += 1
            content.append(plain)
        } else if byte == UInt8(ascii: "u") || byte == UInt8(ascii: "U") {
            let digits = byte == UInt8(ascii: "u") ? 4 : 8
            cursor += 1
            let end = min(bytes.count, cursor + digits)
            let hex = String(decoding: bytes[cursor..<end], as: UTF8.self)
            guard hex.utf8.count == digits, let value = UInt32(hex, radix: 16), let scalar = Unicode.Scalar(value)
            else { throw wrong("\\\(hex) is no character") }
            cursor = end
            content += Array(String(Character(scalar)).utf8)
        } else if isLong, [0x20, 0x09, 0x0D, 0x0A].contains(byte) {
            while let blank = peek, [0x20, 0x09, 0x0D, 0x0A].contains(blank) { cursor += 1 }
        } else {
            throw wrong("\\\(String(decoding: [byte], as: UTF8.self)) means nothing in a string")
        }
    }

    // MARK: - Small things

    private var peek: UInt8? { cursor < bytes.count ? bytes[cursor] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        cursor += 1
        return true
    }

    private mutating func skipBlank(lines: Bool) {
        while let byte = peek {
            if byte == 0x20 || byte == 0x09 || (lines && (byte == 0x0A || byte == 0x0D)) {
                cursor += 1
            } else if lines && byte == UInt8(ascii: "#") {
                skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() {
        while let byte = peek, byte != 0x0A { cursor += 1 }
        if cursor > 0, bytes[cursor - 1] == 0x0D { cursor -= 1 }
    }

    private func wrong(_ message: String) -> LibraryProblem {
        let line = bytes[..<min(cursor, bytes.count)].reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        return LibraryProblem("line \(line): \(message)")
    }

    /// The line that a problem of ``init(_:)`` names.
    static func line(of problem: LibraryProblem) -> Int? {
        guard problem.message.hasPrefix("line ") else { return nil }
        return Int(problem.message.dropFirst(5).prefix { $0.isNumber })
    }
}

/// Values without quotes or brackets.
enum TOMLNumbers {
    static func value(of text: String) -> TOMLValue? {
        switch text {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "inf", "+inf": return .float(.infinity)
        case "-inf": return .float(-.infinity)
        case "nan", "+nan", "-nan": return .float(.nan)
        default: break
        }
        guard let first = text.utf8.first, let last = text.utf8.last else { return nil }
        if isMoment(text) { return .moment(text) }
        let isSigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        let digits = isSigned ? String(text.dropFirst()) : text
        guard let start = digits.utf8.first, (0x30...0x39).contains(start), last != UInt8(ascii: "_"),
            !digits.contains("__")
        else { return nil }
        let plain = digits.filter { $0 != "_" }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where plain.hasPrefix(prefix) {
            let rest = plain.dropFirst(2)
            guard !isSigned, rest.utf8.first.map({ $0 != 0x2B && $0 != 0x2D }) == true else { return nil }
            return Int64(rest, radix: radix).map { .integer($0) }
        }
        let sign = first == UInt8(ascii: "-") ? "-" : ""
        if plain.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            if plain.utf8.count > 1 && start == 0x30 { return nil }
            return Int64(sign + plain).map { .integer($0) }
        }
        let isDecimal = plain.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        guard isDecimal, last != UInt8(ascii: "."), !plain.contains(".e"), !plain.contains(".E"),
            let number = Double(sign + plain)
        else { return nil }
        return .float(number)
    }

    /// Whether this is a date or a time of day, without asking whether there is such a day.
    private static func isMoment(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isDigit(_ place: Int) -> Bool { place < bytes.count && (0x30...0x39).contains(bytes[place]) }
        guard bytes.count >= 8, bytes.count <= 40, isDigit(0), isDigit(1) else { return false }
        let isTime = bytes[2] == UInt8(ascii: ":")
        let isDate = isDigit(2) && isDigit(3) && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
        return (isTime || isDate)
            && bytes.allSatisfy { (0x30...0x39).contains($0) || "-:.TtZz+ ".utf8.contains($0) }
    }
}
