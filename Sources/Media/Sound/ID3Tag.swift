/// The texts that an MP3 file says of itself.
///
/// Spec: id3.org, ID3v2.2 to 2.4, and ID3v1.1.
public struct ID3Tag: Equatable, Sendable {
    public struct Frame: Equatable, Sendable {
        /// Such as "TIT2".
        public var id: String
        public var text: String
    }

    /// In the order of the file. Frames of text, and comments.
    public private(set) var frames: [Frame] = []

    /// Nil where the file has no tag.
    public init?(of bytes: [UInt8]) {
        if bytes.count > 10, bytes.starts(with: Array("ID3".utf8)) {
            readVersion2(bytes)
        } else if bytes.count >= 128, bytes[(bytes.count - 128)...].starts(with: Array("TAG".utf8)) {
            readVersion1(bytes[(bytes.count - 128)...])
        } else {
            return nil
        }
    }

    // MARK: Version 2

    private static func number(_ bytes: ArraySlice<UInt8>, bitsAByte: Int) -> Int {
        bytes.reduce(0) { $0 << bitsAByte | Int($1) & ((1 << bitsAByte) - 1) }
    }

    private mutating func readVersion2(_ bytes: [UInt8]) {
        let version = bytes[3]
        let end = min(bytes.count, 10 + Self.number(bytes[6..<10], bitsAByte: 7))
        var body = bytes[10..<end]
        // Zeroes after 0xFF keep decoders from seeing a frame of sound.
        if bytes[5] & 0x80 != 0, version < 4 { body = Self.resynchronized(body)[...] }
        if bytes[5] & 0x40 != 0, body.count > 4 {
            let size = Self.number(body.prefix(4), bitsAByte: version == 4 ? 7 : 8)
            body = body.dropFirst(version == 4 ? size : size + 4)
        }
        let (nameSize, headerSize) = version == 2 ? (3, 6) : (4, 10)
        while body.count > headerSize, body.first != 0 {
            let name = body.prefix(nameSize)
            let sizeBytes = body.dropFirst(nameSize).prefix(nameSize)
            let size = Self.number(sizeBytes, bitsAByte: version == 4 ? 7 : 8)
            let data = body.dropFirst(headerSize).prefix(size)
            body = body.dropFirst(headerSize).dropFirst(size)
            let id = String(decoding: name, as: UTF8.self)
            add(Self.longNames[id] ?? id, data)
        }
    }

    private static func resynchronized(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        for byte in bytes where !(byte == 0 && result.last == 0xFF) { result.append(byte) }
        return result
    }

    /// What version 2.2 calls by three letters.
    private static let longNames = [
        "TT1": "TIT1", "TT2": "TIT2", "TT3": "TIT3", "TP1": "TPE1", "TP2": "TPE2", "TP3": "TPE3", "TP4": "TPE4",
        "TCM": "TCOM", "TXT": "TEXT", "TLA": "TLAN", "TCO": "TCON", "TAL": "TALB", "TPA": "TPOS", "TRK": "TRCK",
        "TRC": "TSRC", "TYE": "TYER", "TDA": "TDAT", "TIM": "TIME", "TRD": "TRDA", "TMT": "TMED", "TFT": "TFLT",
        "TBP": "TBPM", "TCR": "TCOP", "TPB": "TPUB", "TEN": "TENC", "TSS": "TSSE", "TOF": "TOFN", "TLE": "TLEN",
        "TSI": "TSIZ", "TDY": "TDLY", "TKE": "TKEY", "TOT": "TOAL", "TOA": "TOPE", "TOL": "TOLY", "TOR": "TORY",
        "COM": "COMM",
    ]

    private mutating func add(_ id: String, _ data: ArraySlice<UInt8>) {
        guard let coding = data.first, id.hasPrefix("T") || id == "COMM" else { return }
        var text = data.dropFirst()
        if id == "COMM" {
            // Three letters of language, a short description up to a zero.
            text = Self.afterZero(text.dropFirst(3), isWide: coding == 1 || coding == 2)
        } else if id == "TXXX" {
            return
        }
        frames.append(Frame(id: id, text: Self.decode(text, coding)))
    }

    private static func afterZero(_ bytes: ArraySlice<UInt8>, isWide: Bool) -> ArraySlice<UInt8> {
        let step = isWide ? 2 : 1
        var place = bytes.startIndex
        while place + step <= bytes.endIndex {
            if bytes[place..<place + step].allSatisfy({ $0 == 0 }) { return bytes[(place + step)...] }
            place += step
        }
        return bytes.suffix(0)
    }

    /// Codings: 0 Latin 1, 1 UTF-16 with a mark of its byte order, 2 UTF-16 big-endian, 3 UTF-8. A zero ends it.
    private static func decode(_ bytes: ArraySlice<UInt8>, _ coding: UInt8) -> String {
        switch coding {
        case 1, 2:
            var bytes = bytes
            var isBig = true
            if bytes.starts(with: [0xFF, 0xFE]) { isBig = false }
            if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { bytes = bytes.dropFirst(2) }
            var units: [UInt16] = []
            while bytes.count >= 2 {
                let (first, second) = (UInt16(bytes.removeFirst()), UInt16(bytes.removeFirst()))
                let unit = isBig ? first << 8 | second : second << 8 | first
                if unit == 0 { break }
                units.append(unit)
            }
            return String(decoding: units, as: UTF16.self)
        case 3: return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        default: return String(String.UnicodeScalarView(bytes.prefix { $0 != 0 }.map { Unicode.Scalar($0) }))
        }
    }

    // MARK: Version 1

    private mutating func readVersion1(_ tag: ArraySlice<UInt8>) {
        func text(_ offset: Int, _ count: Int) -> String {
            let text = Self.decode(tag.dropFirst(offset).prefix(count), 0)
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
        let fields = [("TIT2", 3, 30), ("TPE1", 33, 30), ("TALB", 63, 30), ("TYER", 93, 4), ("COMM", 97, 30)]
        for (id, offset, count) in fields where !text(offset, count).isEmpty {
            frames.append(Frame(id: id, text: text(offset, count)))
        }
        let (zero, track) = (tag[tag.startIndex + 125], tag[tag.startIndex + 126])
        if zero == 0, track != 0 { frames.append(Frame(id: "TRCK", text: "\(track)")) }
    }
}
