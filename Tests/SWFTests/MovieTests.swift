import Base
import SWF
import TestSupport
import Testing

@Suite("Movie: files, headers, tags")
struct MovieTests {
    private static func small(version: UInt8 = 10) -> SWFWriter {
        var writer = SWFWriter(version: version, width: 200, height: 100, frameRate: 12.5)
        writer.setBackgroundColor(.white)
        writer.showFrames(3)
        return writer
    }

    static let compressions: [Compression] = [.none, .zlib, .lzma]

    @Test("every compression gives the same movie", arguments: compressions)
    func compression(compression: Compression) throws {
        let movie = try Movie(Self.small().file(compression))
        #expect(movie.header.compression == compression)
        #expect(movie.header.version == 10)
        #expect(movie.header.frameSize == TwipsRect(xMin: 0, xMax: 4000, yMin: 0, yMax: 2000))
        #expect(movie.header.frameRate == 12.5)
        #expect(movie.header.frameCount == 3)
        #expect(movie.tags.map(\.code) == [9, 1, 1, 1, 0])
        #expect(movie.warnings.isEmpty)
    }

    @Test("an uncompressed file, byte by byte")
    func knownBytes() throws {
        // FWS 6, 0x17 bytes, 100 by 80 pixels (12-bit fields), 24.5 frames a second, 1 frame, ShowFrame, End.
        let file: [UInt8] = [
            0x46, 0x57, 0x53, 6, 0x18, 0, 0, 0, 0x60, 0x00, 0x3E, 0x80, 0x00, 0x32, 0x00, 0x80, 0x18, 1, 0, 0x40, 0, 0,
            0, 0xFF,
        ]
        let movie = try Movie(file)
        #expect(movie.header.frameSize == TwipsRect(xMin: 0, xMax: 2000, yMin: 0, yMax: 1600))
        #expect(movie.header.frameRate == 24.5)
        #expect(movie.header.frameCount == 1)
        #expect(movie.tags == [TagRecord(code: 1, body: 21..<21), TagRecord(code: 0, body: 23..<23)])
        #expect(movie.bytes == file)
    }

    static let signatures: [(text: String, compression: Compression)] = [
        ("FWS", .none), ("CWS", .zlib), ("ZWS", .lzma), ("GFX", .none), ("CFX", .zlib),
    ]

    @Test("Scaleform's signatures stand for the same formats", arguments: signatures)
    func signature(text: String, compression: Compression) throws {
        var file = Self.small().file(compression)
        file.replaceSubrange(0..<3, with: Array(text.utf8))
        let movie = try Movie(file)
        #expect(movie.header.compression == compression)
        #expect(movie.tags.count == 5)
    }

    @Test("versions are taken as they come", arguments: [UInt8(0), 1, 5, 51, 255])
    func versions(version: UInt8) throws {
        #expect(try Movie(Self.small(version: version).file()).header.version == version)
    }

    @Test("other bytes are no movie", arguments: [[], [0x46], Array("PNG12345".utf8), Array("fws\u{1}abcd".utf8)])
    func notAMovie(bytes: [UInt8]) {
        #expect(throws: MovieError.notASWF) { try Movie(bytes) }
    }

    @Test("a header that is cut short is unreadable", arguments: [3, 7, 8, 9, 12, 16])
    func headerCutShort(length: Int) {
        #expect(throws: MovieError.headerUnreadable) { try Movie(Array(Self.small().file()[..<length])) }
    }

    @Test("compressed bodies that give nothing are unreadable", arguments: ["CWS", "ZWS"])
    func emptyStream(signature: String) {
        let file = Array(signature.utf8) + [8, 100, 0, 0, 0]
        #expect(throws: MovieError.headerUnreadable) { try Movie(file) }
        #expect(throws: MovieError.headerUnreadable) { try Movie(file + [UInt8](repeating: 0xAA, count: 40)) }
    }

    // MARK: Damage

    @Test("a stream that is cut short gives the tags up to there", arguments: [Compression.zlib, .lzma])
    func cutStream(compression: Compression) throws {
        var writer = Self.small()
        // What does not compress, so that cutting the file cuts the movie.
        var random = SeededRandom(seed: 1)
        for _ in 0..<50 { writer.tag(.metadata, (0..<200).map { _ in UInt8(truncatingIfNeeded: random.next()) }) }
        let file = writer.file(compression)
        let movie = try Movie(Array(file[..<(file.count / 2)]))
        #expect((15...40).contains(movie.tags.count))
        #expect(movie.tags.prefix(4).map(\.code) == [9, 1, 1, 1])
        #expect(!movie.warnings.isEmpty)
    }

    @Test("a stream that breaks in the middle gives the tags up to there")
    func brokenStream() throws {
        var writer = Self.small()
        var random = SeededRandom(seed: 2)
        for _ in 0..<3000 { writer.tag(.metadata, (0..<40).map { _ in UInt8(random.below(64)) }) }
        var file = writer.file(.zlib)
        for index in (file.count / 2)..<(file.count / 2 + 64) { file[index] = 0xFF }
        let movie = try Movie(file)
        #expect(movie.tags.count > 500 && movie.tags.count < 3000)
        #expect(movie.warnings.contains { $0.contains("broken") })
    }

    @Test("a wrong checksum at the end of the stream loses nothing")
    func wrongChecksum() throws {
        var file = Self.small().file(.zlib)
        file[file.count - 1] ^= 0xFF
        #expect(try Movie(file).tags.count == 5)
    }

    @Test("the length in the header is not believed", arguments: [UInt32(0), 9, 1000, .max])
    func fileLength(claimed: UInt32) throws {
        for compression in Self.compressions {
            var file = Self.small().file(compression)
            for index in 0..<4 { file[4 + index] = UInt8(truncatingIfNeeded: claimed >> UInt32(8 * index)) }
            let movie = try Movie(file)
            #expect(movie.header.fileLength == claimed)
            #expect(movie.tags.map(\.code) == [9, 1, 1, 1, 0])
            #expect(movie.warnings.count == 1)
        }
    }

    @Test("an LZMA stream without an end marker and with a huge dictionary is read")
    func lzmaQuirks() throws {
        var file = Self.small().file(.lzma)
        // Dictionary size: four bytes behind the first byte of properties, which is the 13th of the file.
        file.replaceSubrange(13..<17, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(try Movie(file).tags.count == 5)
    }

    @Test("a tag longer than the file gets what there is")
    func longTag() throws {
        var writer = Self.small()
        writer.tag(77, Array("<rdf/>".utf8), claimedLength: 5000)
        let file = writer.file()
        let movie = try Movie(file)
        let last = try #require(movie.tags.last)
        #expect(last.code == 77)
        #expect(last.body.upperBound == file.count)
        #expect(movie.warnings.contains { $0.contains("5000") })
    }

    @Test("a tag that claims four gigabytes gets what there is")
    func hugeTag() throws {
        var writer = Self.small()
        writer.tag(77, [1], isLong: true, claimedLength: .max)
        #expect(try Movie(writer.file()).tags.last?.body.count == 3)
    }

    @Test("the long form of a short length means the same")
    func longForm() throws {
        var writer = Self.small()
        writer.tag(TagCode.frameLabel.rawValue, Array("x\0".utf8), isLong: true)
        let movie = try Movie(writer.file())
        #expect(try movie.decode(movie.tags[4]) == .frameLabel(SWFString("x"), isAnchor: false))
    }

    @Test("nothing behind End is read, and a missing End is noted")
    func end() throws {
        var writer = Self.small()
        writer.tag(.end)
        writer.showFrame()
        #expect(try Movie(writer.file()).tags.map(\.code) == [9, 1, 1, 1, 0])
        let endless = try Movie(Self.small().file(hasEnd: false))
        #expect(endless.tags.count == 4)
        #expect(endless.warnings.count == 1)
    }

    @Test("FileAttributes count only as the first tag")
    func fileAttributes() throws {
        var writer = SWFWriter()
        writer.fileAttributes([.actionScript3, .useNetwork])
        #expect(try Movie(writer.file()).fileAttributes == [.actionScript3, .useNetwork])
        var late = Self.small()
        late.fileAttributes(.actionScript3)
        #expect(try Movie(late.file()).fileAttributes == [])
    }

    @Test("a small file that expands without end is stopped")
    func expansion() throws {
        // 300 MiB of zeros in 300 KB, behind a good header.
        var body = ByteWriter()
        body.rect(TwipsRect(xMin: 0, xMax: 20, yMin: 0, yMax: 20))
        body.u32(0)
        let packed = Packing.zlibBomb(prefix: body.bytes, zeros: 300 << 20)
        #expect(packed.count < 2 << 20)
        let file = Array("CWS".utf8) + [8, 0, 0, 0, 0] + packed
        let movie = try Movie(file)
        #expect(movie.bytes.count <= 257 << 20)
        #expect(movie.warnings.contains { $0.contains("expands") })
    }
}
