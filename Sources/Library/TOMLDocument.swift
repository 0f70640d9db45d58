/// A TOML file that is edited in place: comments, the order of keys and whatever this program does not know stay.
public struct TOMLDocument: Sendable {
    /// The file as it is to be written.
    public private(set) var bytes: [UInt8]
    /// What it says.
    public private(set) var root: TOMLTable

    /// An empty file.
    public init() {
        bytes = []
        root = TOMLTable()
    }

    /// Reads a file. The message names the line that is wrong.
    public init(_ bytes: [UInt8]) throws(LibraryProblem) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw LibraryProblem("the file is not UTF-8") }
        self.bytes = bytes
        root = try Self.parse(bytes).root
    }

    /// So many lines of a file can be wrong before it is given up.
    private static let mostBrokenLines = 50

    /// Reads a file as far as it can be understood: lines that are wrong are told of and left out.
    init(salvaging bytes: [UInt8], _ warn: (String) -> Void) throws(LibraryProblem) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        for _ in 0..<Self.mostBrokenLines {
            let text = Array(lines.joined(separator: [0x0A]))
            do throws(LibraryProblem) {
                self = try TOMLDocument(text)
                return
            } catch {
                // A mark of the byte order and what is no text at all names no line.
                guard let line = TOMLParser.line(of: error), lines.indices.contains(line - 1), !lines[line - 1].isEmpty
                else { throw error }
                warn(error.message)
                // What follows keeps its number.
                lines[line - 1] = []
            }
        }
        throw LibraryProblem("more than \(Self.mostBrokenLines) lines are wrong")
    }

    /// Whether the value at a path stands somewhere as a whole and can be replaced.
    func isEditable(_ path: [String]) -> Bool { (try? Self.parse(bytes).parser.places[path]) != nil }

    /// The value at a path of keys, nil where there is none.
    public subscript(path: String...) -> TOMLValue? { value(at: path) }

    public func value(at path: [String]) -> TOMLValue? {
        var value = TOMLValue.table(root)
        for key in path {
            guard case .table(let table) = value, let next = table[key] else { return nil }
            value = next
        }
        return value
    }

    /// Gives the key at `path` another value; nil removes it. Throws where something else has the place of one of its
    /// tables, and then changes nothing.
    public mutating func set(_ path: [String], to value: TOMLValue?) throws(LibraryProblem) {
        guard self.value(at: path) != value, !path.isEmpty else { return }
        var next = bytes
        let parser = try Self.parse(bytes).parser
        if let value {
            if let place = parser.places[path] {
                next.replaceSubrange(place.value, with: Array(value.text.utf8))
            } else if self.value(at: path) != nil {
                throw LibraryProblem("\(path.joined(separator: ".")) is a table")
            } else {
                try Self.insert(path, value, parser, &next)
            }
        } else {
            guard let place = parser.places[path] else {
                throw LibraryProblem("\(path.joined(separator: ".")) cannot be removed")
            }
            next.removeSubrange(Self.removal(of: place, in: bytes))
        }
        let root = try Self.parse(next).root
        self.root = root
        bytes = next
    }

    private static func parse(_ bytes: [UInt8]) throws(LibraryProblem) -> (root: TOMLTable, parser: TOMLParser) {
        let parser = try TOMLParser(bytes)
        guard case .table(let root) = parser.root.result else { throw LibraryProblem("the file holds no table") }
        return (root, parser)
    }

    private static func insert(
        _ path: [String], _ value: TOMLValue, _ parser: TOMLParser, _ bytes: inout [UInt8]
    ) throws(LibraryProblem) {
        let table = Array(path.dropLast())
        let key = TOMLValue.key(path[path.count - 1])
        func line(_ path: [String]) -> [UInt8] {
            Array((path.map(TOMLValue.key).joined(separator: ".") + " = " + value.text + "\n").utf8)
        }
        switch parser.openings[table] {
        case .header(let end):
            var text = line([path[path.count - 1]])
            if end > 0, end <= bytes.count, bytes[end - 1] != 0x0A, end != 3 || bytes[0] != 0xEF {
                text = [0x0A] + text
            }
            bytes.insert(contentsOf: text, at: end)
        case .inline(let brace, let isEmpty):
            var start = brace
            while start > 0, bytes[start - 1] == 0x20 { start -= 1 }
            let text = (isEmpty ? " " : ", ") + "\(key) = \(value.text) "
            bytes.replaceSubrange(start..<brace, with: Array(text.utf8))
        case .dotted(let owner, let rest):
            guard case .header(let end) = parser.openings[owner] else {
                throw LibraryProblem("\(table.joined(separator: ".")) cannot be changed")
            }
            var text = line(rest + [path[path.count - 1]])
            if end > 0, bytes[end - 1] != 0x0A { text = [0x0A] + text }
            bytes.insert(contentsOf: text, at: end)
        case .implied, nil:
            if let last = bytes.last { bytes += last == 0x0A ? [0x0A] : [0x0A, 0x0A] }
            bytes += Array("[\(table.map(TOMLValue.key).joined(separator: "."))]\n".utf8)
            bytes += line([path[path.count - 1]])
        }
    }

    /// What to cut out so that a key is gone: of an inline table, one comma as well.
    private static func removal(of place: TOMLParser.Place, in bytes: [UInt8]) -> Range<Int> {
        guard place.isInline else { return place.whole }
        var end = place.whole.upperBound
        while end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
        if end < bytes.count, bytes[end] == UInt8(ascii: ",") {
            end += 1
            while end < bytes.count, bytes[end] == 0x20 { end += 1 }
            return place.whole.lowerBound..<end
        }
        var start = place.whole.lowerBound
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        if start > 0, bytes[start - 1] == UInt8(ascii: ",") { return start - 1..<place.whole.upperBound }
        return place.whole
    }
}
