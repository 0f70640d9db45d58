import CZlib

/// A zip archive in memory, read with distrust: stored and deflated entries, nothing else.
///
/// Spec: PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16. Not read: zip64 and archives in several pieces.
public struct ZipArchive: Sendable {
    /// One file of the archive.
    public struct Entry: Sendable {
        public let name: String
        /// Of the content, unpacked.
        public let size: Int
        let packedSize: Int
        let method: Int
        let checksum: UInt32
        let headerOffset: Int
    }

    /// Limits that no honest bundle meets.
    public struct Limits: Sendable {
        public var entries = 20_000
        public var entrySize = 512 << 20
        public var totalSize = 1 << 30
        /// Above ``freeSize``, content may be so many times as large as what it was packed into.
        public var ratio = 300
        public var freeSize = 32 << 20

        public init() {}
    }

    /// In the archive's order. Folders are left out.
    public let entries: [Entry]
    private let bytes: [UInt8]
    private let places: [String: Int]

    /// Reads the directory of an archive. Throws where any of it is not as it should be: half an archive is none.
    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(LibraryProblem) {
        self.bytes = bytes
        let (count, start, end) = try Self.findDirectory(bytes)
        guard count <= limits.entries else { throw LibraryProblem("the archive has more than \(limits.entries) files") }
        var cursor = start
        var entries: [Entry] = []
        var places: [String: Int] = [:]
        var folders: Set<String> = []
        var total = 0
        var packedTotal = 0
        for _ in 0..<count {
            let (entry, next) = try Self.readEntry(bytes, at: cursor, end: end)
            cursor = next
            if entry.name.hasSuffix("/") {
                try Self.check(String(entry.name.dropLast()))
                folders.insert(String(entry.name.dropLast()))
                continue
            }
            try Self.check(entry.name)
            guard places[entry.name] == nil else {
                throw LibraryProblem("the archive has two files named \(entry.name)")
            }
            total += entry.size
            packedTotal += entry.packedSize
            let isBomb = entry.size > limits.freeSize && entry.size / max(1, entry.packedSize) > limits.ratio
            guard entry.size <= limits.entrySize, total <= limits.totalSize, !isBomb else {
                throw LibraryProblem("the archive would grow beyond all measure when unpacked (\(entry.name))")
            }
            // Entries that share bytes are how small archives hold endless content.
            guard packedTotal <= bytes.count else { throw LibraryProblem("files of the archive overlap") }
            places[entry.name] = entries.count
            entries.append(entry)
            var parent = entry.name[...]
            while let slash = parent.lastIndex(of: "/") {
                parent = parent[..<slash]
                folders.insert(String(parent))
            }
        }
        if let both = entries.first(where: { folders.contains($0.name) }) {
            throw LibraryProblem("the archive has both a file and a folder named \(both.name)")
        }
        self.entries = entries
        self.places = places
    }

    /// The content of a file, nil where there is none of that exact name.
    public func content(of name: String) throws(LibraryProblem) -> [UInt8]? {
        guard let place = places[name] else { return nil }
        let entry = entries[place]
        let start = entry.headerOffset
        guard start + 30 <= bytes.count, u32(bytes, start) == 0x0403_4B50 else { throw Self.damaged(name) }
        let data = start + 30 + u16(bytes, start + 26) + u16(bytes, start + 28)
        guard data <= bytes.count, entry.packedSize <= bytes.count - data else { throw Self.damaged(name) }
        let packed = bytes[data..<data + entry.packedSize]
        let content: [UInt8]
        if entry.method == 0 {
            guard entry.size == entry.packedSize else { throw Self.damaged(name) }
            content = Array(packed)
        } else {
            guard let unpacked = RawDeflate.inflate(packed, size: entry.size) else { throw Self.damaged(name) }
            content = unpacked
        }
        guard RawDeflate.checksum(content) == entry.checksum else { throw Self.damaged(name) }
        return content
    }

    private static func damaged(_ name: String) -> LibraryProblem {
        LibraryProblem("\(name) in the archive is damaged")
    }

    // MARK: - The directory

    private static func findDirectory(
        _ bytes: [UInt8]
    ) throws(LibraryProblem) -> (count: Int, start: Int, end: Int) {
        guard bytes.count >= 22 else { throw LibraryProblem("this is no zip archive, or its end is missing") }
        // A comment of up to 65,535 bytes may follow.
        let lowest = max(0, bytes.count - 22 - 65_535)
        var place = bytes.count - 22
        while place >= lowest {
            let isEnd =
                u32(bytes, place) == 0x0605_4B50 && place + 22 + u16(bytes, place + 20) == bytes.count
            if isEnd { break }
            place -= 1
        }
        guard place >= lowest else { throw LibraryProblem("this is no zip archive, or its end is missing") }
        let count = u16(bytes, place + 10)
        let size = Int(u32(bytes, place + 12))
        let start = Int(u32(bytes, place + 16))
        guard u16(bytes, place + 4) == 0, u16(bytes, place + 8) == count else {
            throw LibraryProblem("the archive is one piece of several")
        }
        guard count != 0xFFFF, start != 0xFFFF_FFFF else { throw LibraryProblem("zip64 archives cannot be read") }
        guard start + size <= place else { throw LibraryProblem("the archive's directory is damaged") }
        return (count, start, start + size)
    }

    private static func readEntry(
        _ bytes: [UInt8], at place: Int, end: Int
    ) throws(LibraryProblem) -> (Entry, next: Int) {
        guard place + 46 <= end, u32(bytes, place) == 0x0201_4B50 else {
            throw LibraryProblem("the archive's directory is damaged")
        }
        let nameEnd = place + 46 + u16(bytes, place + 28)
        let next = nameEnd + u16(bytes, place + 30) + u16(bytes, place + 32)
        guard next <= end else { throw LibraryProblem("the archive's directory is damaged") }
        let nameBytes = bytes[place + 46..<nameEnd]
        guard let name = String(validating: nameBytes, as: UTF8.self) else {
            throw LibraryProblem("a name in the archive is not UTF-8: \(String(decoding: nameBytes, as: UTF8.self))")
        }
        let flags = u16(bytes, place + 8)
        guard flags & 1 == 0 else { throw LibraryProblem("\(name) in the archive is encrypted") }
        // The upper half of the attributes is a Unix mode where the archive was made on Unix.
        let mode = u16(bytes, place + 40)
        let kind = mode & 0xF000
        guard bytes[place + 5] != 3 || kind == 0 || kind == 0x8000 || kind == 0x4000 else {
            throw LibraryProblem("\(name) in the archive is a link or a device")
        }
        let method = u16(bytes, place + 10)
        guard method == 0 || method == 8 else {
            throw LibraryProblem("\(name) in the archive is packed in a way that cannot be read (method \(method))")
        }
        let entry = Entry(
            name: name, size: Int(u32(bytes, place + 24)), packedSize: Int(u32(bytes, place + 20)), method: method,
            checksum: u32(bytes, place + 16), headerOffset: Int(u32(bytes, place + 42)))
        return (entry, next)
    }

    /// Throws unless `name` stays below the folder it is unpacked in.
    private static func check(_ name: String) throws(LibraryProblem) {
        guard SafePath.isSafe(name) else {
            throw LibraryProblem("the archive wants to write outside its folder: \(name)")
        }
    }
}

/// Relative paths that stay where they are put.
enum SafePath {
    /// Whether `path` is made of plain steps: no "..", nothing absolute, nothing that another system reads otherwise.
    static func isSafe(_ path: String) -> Bool {
        guard !path.isEmpty, path.utf8.count <= 1024 else { return false }
        // By bytes, as the system reads it: marks behind a slash make one letter of both.
        return path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { step in
            !step.isEmpty && !step.elementsEqual(".".utf8) && !step.elementsEqual("..".utf8) && step.count <= 255
                && !step.contains { $0 < 32 || $0 == 127 || $0 == 0x5C }
        }
    }
}

func u16(_ bytes: [UInt8], _ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }
func u32(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    UInt32(u16(bytes, place)) | UInt32(u16(bytes, place + 2)) << 16
}

/// DEFLATE without a header, as zip has it.
enum RawDeflate {
    /// Exactly `size` bytes, nil where the data gives more, fewer or none.
    static func inflate(_ packed: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var isWhole = false
        // One byte more than wanted, so that too much content shows.
        let content = [UInt8](unsafeUninitializedCapacity: size + 1) { target, count in
            packed.withUnsafeBufferPointer { source in
                stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.avail_in = uInt(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = uInt(size + 1)
                isWhole = CZlib.inflate(&stream, Z_FINISH) == Z_STREAM_END
                count = size + 1 - Int(stream.avail_out)
            }
        }
        return isWhole && content.count == size ? content : nil
    }

    /// Nil where it would not be smaller. Not thorough: to an eighth at best.
    static func deflate(_ content: [UInt8], isThorough: Bool = true) -> [UInt8]? {
        if content.isEmpty { return nil }
        var stream = z_stream()
        let isReady = deflateInit2_(
            &stream, 6, Z_DEFLATED, -15, 8, isThorough ? Z_DEFAULT_STRATEGY : Z_HUFFMAN_ONLY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard isReady == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var isWhole = false
        let packed = [UInt8](unsafeUninitializedCapacity: content.count) { target, count in
            content.withUnsafeBufferPointer { source in
                stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.avail_in = uInt(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = uInt(target.count)
                isWhole = CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = content.count - Int(stream.avail_out)
            }
        }
        return isWhole ? packed : nil
    }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) })
    }
}
