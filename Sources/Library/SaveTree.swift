/// What a shared object holds, as rows below each other: for a person to look into a save without the movie.
///
/// Spec: "Action Message Format -- AMF 0" and "AMF 3" (Adobe); around them a `.sol` file has its length, the mark
/// `TCSO`, its name and which of both it is written in.
public struct SaveTree: Equatable, Sendable {
    /// One value.
    public struct Row: Equatable, Sendable {
        /// How deep it lies; what it holds follows it and lies deeper.
        public var depth: Int
        public var name: String
        /// What it is, in short.
        public var value: String

        public init(depth: Int, name: String, value: String) {
            (self.depth, self.name, self.value) = (depth, name, value)
        }
    }

    /// What the file calls itself.
    public private(set) var name = ""
    public private(set) var rows: [Row] = []
    /// Why reading ended early; nil: all of it has been read.
    public private(set) var problem: String?

    /// So much of a save is shown.
    static let mostRows = 20_000
    static let deepest = 64
    private static let headLength = 16

    /// Reads a `.sol` file. What is wrong in the middle of one ends the reading there; what is none has a problem and no
    /// rows.
    public init(_ bytes: [UInt8]) {
        guard bytes.count > Self.headLength, bytes.starts(with: [0x00, 0xBF]),
            bytes[6..<10].elementsEqual("TCSO".utf8)
        else {
            problem = "this is no save of Flash"
            return
        }
        var reader = SaveReader(bytes, from: Self.headLength)
        do throws(SaveReader.Problem) {
            name = SaveReader.shown(try reader.text(length: try reader.u16()), limit: 1000)
            let version = try reader.u32()
            guard version == 0 || version == 3 else { throw .unknown("the version \(version)") }
            while reader.position < bytes.count {
                let key: [UInt8]
                if version == 0 {
                    key = try reader.text(length: try reader.u16())
                } else {
                    key = try reader.amf3String()
                }
                let title = SaveReader.shown(key)
                if version == 0 { try reader.amf0(title, 0) } else { try reader.amf3(title, 0) }
                // Every value is followed by a byte that says nothing.
                if reader.position < bytes.count { _ = try reader.u8() }
            }
        } catch {
            problem = error.text
        }
        rows = reader.rows
    }
}

/// Reads values in both formats into rows. Bounds of depth and number keep hostile files from taking long.
struct SaveReader {
    enum Problem: Error, Equatable {
        case endOfData, tooDeep, tooMany
        case unknown(String)

        var text: String {
            switch self {
            case .endOfData: "the save ends in the middle of a value"
            case .tooDeep: "what follows is nested too deeply to be shown"
            case .tooMany: "what follows is too much to be shown"
            case .unknown(let what): "the save holds \(what), which cannot be read"
            }
        }
    }

    let bytes: [UInt8]
    private(set) var position: Int
    var rows: [SaveTree.Row] = []
    // AMF 3 tells of what it has written before by number.
    var strings: [[UInt8]] = []
    var traits: [Traits] = []
    var objectCount = 0

    struct Traits {
        var name: [UInt8]
        var members: [[UInt8]]
        var isDynamic, isExternal: Bool
    }

    init(_ bytes: [UInt8], from start: Int) { (self.bytes, position) = (bytes, start) }

    // MARK: - Parts

    mutating func u8() throws(Problem) -> UInt8 {
        guard position < bytes.count else { throw .endOfData }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func u16() throws(Problem) -> Int { Int(try u8()) << 8 | Int(try u8()) }
    mutating func u32() throws(Problem) -> Int { try u16() << 16 | (try u16()) }

    mutating func double() throws(Problem) -> Double {
        Double(bitPattern: UInt64(try u32()) << 32 | UInt64(try u32()))
    }

    mutating func text(length: Int) throws(Problem) -> [UInt8] {
        guard length <= bytes.count - position else { throw .endOfData }
        defer { position += length }
        return Array(bytes[position..<position + length])
    }

    mutating func skip(_ count: Int) throws(Problem) {
        guard count <= bytes.count - position else { throw .endOfData }
        position += count
    }

    mutating func add(_ name: String, _ value: String, _ depth: Int) throws(Problem) {
        guard depth <= SaveTree.deepest else { throw .tooDeep }
        guard rows.count < SaveTree.mostRows else { throw .tooMany }
        rows.append(SaveTree.Row(depth: depth, name: name, value: value))
    }

    /// Text on one line, without what is not to be seen.
    static func shown(_ bytes: [UInt8], limit: Int = 300) -> String {
        let text = String(decoding: bytes.prefix(limit), as: UTF8.self)
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { line.append(scalar.value < 32 || scalar.value == 127 ? " " : scalar) }
        return String(line) + (bytes.count > limit ? "…" : "")
    }

    static func quoted(_ bytes: [UInt8]) -> String { "“\(shown(bytes))”" }

    static func number(_ value: Double) -> String {
        if value == value.rounded(), value.magnitude < 1e15 { return String(Int64(value)) }
        return "\(value)"
    }

    /// A moment, in milliseconds since 1970, as a calendar has it (UTC).
    static func date(_ milliseconds: Double) -> String {
        guard milliseconds.magnitude < 8.64e15 else { return "no date" }
        let seconds = Int64((milliseconds / 1000).rounded(.down))
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - day * 86_400
        // Days since 1 March of the year 0, in eras of 400 years: the Gregorian calendar repeats after that.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * ofYear + 2) / 153
        let dayOfMonth = ofYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(year)-\(two(month >= 10 ? month - 9 : month + 3))-\(two(dayOfMonth)) "
            + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
    }
}
