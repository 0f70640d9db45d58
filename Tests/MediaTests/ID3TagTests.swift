import Testing

@testable import Media

@Suite("ID3 tags")
struct ID3TagTests {
    private static func frame(_ id: String, _ data: [UInt8]) -> [UInt8] {
        Array(id.utf8) + [0, 0, UInt8(data.count >> 8), UInt8(data.count & 255), 0, 0] + data
    }

    private static func tag(_ frames: [UInt8], version: UInt8 = 3) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, 0, 0, 0, UInt8(frames.count >> 7), UInt8(frames.count & 0x7F)] + frames
    }

    @Test("texts in all their codings, and comments without their descriptions")
    func texts() throws {
        let frames =
            Self.frame("TIT2", [0] + Array("caf".utf8) + [0xE9])
            + Self.frame("TPE1", [1, 0xFF, 0xFE, 0x41, 0, 0xAC, 0x20])
            + Self.frame("TALB", [2, 0, 0x42]) + Self.frame("TCON", [3] + Array("ü".utf8) + [0, 0x41])
            + Self.frame("COMM", [0] + Array("engWhat".utf8) + [0] + Array("words".utf8))
            + Self.frame("WOAR", [0] + Array("http://".utf8)) + Self.frame("TRCK", [0, 0x32])
        let tag = try #require(ID3Tag(of: Self.tag(frames)))
        #expect(tag.frames.map(\.id) == ["TIT2", "TPE1", "TALB", "TCON", "COMM", "TRCK"])
        #expect(tag.frames.map(\.text) == ["café", "A€", "B", "ü", "words", "2"])
    }

    @Test("version 2.2 has shorter names, version 1 stands at the end")
    func others() throws {
        let short = Array("TT2".utf8) + [0, 0, 3, 0, 0x48, 0x69]
        #expect(ID3Tag(of: Self.tag(short, version: 2))?.frames.map(\.text) == ["Hi"])
        var old = [UInt8](repeating: 0xAA, count: 300) + Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
        old.replaceSubrange(303..<308, with: Array("Title".utf8))
        (old[425], old[426]) = (0, 7)
        let tag = try #require(ID3Tag(of: old))
        #expect(tag.frames.map(\.id) == ["TIT2", "TRCK"])
        #expect(tag.frames.map(\.text) == ["Title", "7"])
        #expect(ID3Tag(of: Array("nothing of the kind".utf8)) == nil)
    }

    @Test("a tag that is cut anywhere gives what is whole in it")
    func cut() {
        let bytes = Self.tag(Self.frame("TIT2", [0, 0x41]) + Self.frame("COMM", [1, 1, 1]) + Self.frame("TPE1", [9]))
        for count in 0..<bytes.count { #expect((ID3Tag(of: Array(bytes[..<count]))?.frames.count ?? 0) <= 3) }
    }
}
