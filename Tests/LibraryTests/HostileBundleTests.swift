import Foundation
import Testing

@testable import Library

/// Bundles made to do harm. Each is refused with a message that says why, and nothing is written.
@Suite("Hostile bundles")
struct HostileBundleTests {
    /// What adding these bytes as a bundle says, and that nothing is left of it.
    private func refusal(_ bytes: [UInt8]) throws -> String? {
        let scratch = try Scratch()
        try Data(bytes).write(to: URL(fileURLWithPath: scratch.path + "/b.ruf"))
        let library = try MovieLibrary(root: scratch.path + "/root")
        let message = problem { () throws(LibraryProblem) in _ = try library.add(at: scratch.path + "/b.ruf") }
        #expect(library.items.isEmpty)
        #expect(try Disk().files(below: scratch.path).filter { $0 != "root/.lock" } == ["b.ruf"])
        return message
    }

    /// An archive of the sample with one more file, whose directory entry is changed.
    private func sample(
        adding name: String, _ content: [UInt8] = [1], _ change: (inout [UInt8], _ entry: Int) -> Void = { _, _ in }
    ) throws -> [UInt8] {
        var bytes = try archive([
            (name, content), ("content/movie.swf", Array("FWS\u{6}....".utf8)),
            ("ruffle-bundle.toml", Array(sampleInformation.utf8)),
        ])
        change(&bytes, Int(u32(bytes, bytes.count - 6)))
        return bytes
    }

    /// Another name of the same length wherever `name` stands.
    private func renamed(_ name: String, _ other: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let needle = Array(name.utf8)
        for place in 0...bytes.count - needle.count where Array(bytes[place..<place + needle.count]) == needle {
            bytes.replaceSubrange(place..<place + needle.count, with: other)
        }
        return bytes
    }

    @Test(
        "paths that lead out",
        arguments: [
            "../../../../escape", "/tmp/ruffle-escape", "content/../../esc", "content\\..\\..\\esc",
            "content/./../escape", "../\u{301}escape", "content/../../\u{301}escape",
        ])
    func escapes(_ name: String) throws {
        let stand = String(repeating: "x", count: name.utf8.count)
        let message = try refusal(renamed(stand, Array(name.utf8), try sample(adding: stand)))
        #expect(message?.contains("wants to write outside its folder: \(name)") == true)
        #expect(!FileManager.default.fileExists(atPath: "/tmp/ruffle-escape"))
    }

    @Test("links, encryption, unknown packing")
    func kinds() throws {
        #expect(
            try refusal(try sample(adding: "content/l") { $0[$1 + 41] = 0xA1 })
                == "content/l in the archive is a link or a device")
        #expect(
            try refusal(try sample(adding: "content/l") { $0[$1 + 8] |= 1 }) == "content/l in the archive is encrypted")
        #expect(
            try refusal(try sample(adding: "content/l") { $0[$1 + 10] = 99 })?.contains("(method 99)") == true)
    }

    @Test("names that are no UTF-8, and names that are there twice")
    func names() throws {
        let odd = renamed("content/xy", Array("content/".utf8) + [0xFF, 0xFE], try sample(adding: "content/xy"))
        #expect(try refusal(odd)?.contains("is not UTF-8") == true)
        #expect(
            try refusal(try sample(adding: "content/movie.swf"))
                == "the archive has two files named content/movie.swf")
    }

    @Test("a bomb is known before it goes off, and costs no memory")
    func bombs() throws {
        let before = Self.peak
        let zeros = [UInt8](repeating: 0, count: 48 << 20)
        let bomb = try sample(adding: "content/zeros", zeros)
        #expect(bomb.count < 1 << 20)
        #expect(try refusal(bomb)?.contains("grow beyond all measure") == true)
        // One that says it has 4 GiB, and one that lies.
        let huge = try sample(adding: "content/l", Array(repeating: 0, count: 999)) { bytes, entry in
            for place in 24..<28 { bytes[entry + place] = 0xFE }
        }
        #expect(try refusal(huge)?.contains("grow beyond all measure") == true)
        let liar = try sample(adding: "content/l", Array(repeating: 0, count: 1 << 20)) { bytes, entry in
            for place in 24..<28 { bytes[entry + place] = place == 24 ? 9 : 0 }
        }
        #expect(try refusal(liar) == "content/l in the archive is damaged")
        // The bombs' own bytes are what was needed.
        #expect(Self.peak - before < 200 << 20)
    }

    /// The most memory this process has used, in bytes.
    private static var peak: Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }

    @Test("archives cut short anywhere")
    func truncated() throws {
        let bytes = try sampleArchive()
        for length in stride(from: 0, to: bytes.count, by: 7) {
            #expect(try refusal(Array(bytes[..<length])) != nil)
        }
    }

    @Test("information files that are broken, endless, or deep")
    func information() throws {
        func refusal(_ text: [UInt8]) throws -> String? {
            try self.refusal(
                try archive([("content/movie.swf", Array("FWS\u{6}....".utf8)), ("ruffle-bundle.toml", text)]))
        }
        #expect(try refusal(Array("[bundle".utf8))?.contains("ruffle-bundle.toml: line 1") == true)
        #expect(try refusal([0x61, 0xFF])?.contains("not UTF-8") == true)
        #expect(try refusal([])?.contains("[bundle]") == true)
        #expect(try refusal([UInt8](repeating: 0x23, count: 2 << 20))?.contains("too large") == true)
        #expect(try refusal(Array(("a = " + String(repeating: "[", count: 200_000)).utf8)) != nil)
        #expect(try refusal(Array(("a = " + String(repeating: "{a=", count: 200_000)).utf8)) != nil)
        #expect(try refusal(Array(("a" + String(repeating: ".a", count: 100_000) + " = 1").utf8)) != nil)
        let none = try archive([("content/movie.swf", [1])])
        #expect(try self.refusal(none) == "the bundle has no ruffle-bundle.toml")
    }

    @Test("a folder that is a bundle gives no file that a link leads out to")
    func folders() throws {
        let scratch = try Scratch()
        try scratch.write("secret", to: "secret/s.txt")
        try scratch.write(sampleInformation, to: "b/ruffle-bundle.toml")
        try scratch.write("FWS\u{6}....", to: "b/content/movie.swf")
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: scratch.path + "/b/content/out", withDestinationPath: scratch.path + "/secret")
        try files.createSymbolicLink(
            atPath: scratch.path + "/b/content/out.txt", withDestinationPath: scratch.path + "/secret/s.txt")
        let bundle = try #require(try Bundle.open(at: scratch.path + "/b"))
        #expect(try bundle.content(at: "out/s.txt") == nil)
        #expect(try bundle.content(at: "out.txt") == nil)
        let library = try MovieLibrary(root: scratch.path + "/root")
        guard case .added(let item) = try library.add(bundle) else { return }
        #expect(try Disk().files(below: library.folder(of: item.id) + "/bundle.ruf/content") == ["movie.swf"])
    }
}
