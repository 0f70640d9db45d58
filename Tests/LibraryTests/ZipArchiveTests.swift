import Testing

@testable import Library

@Suite("Zip archives")
struct ZipArchiveTests {
    @Test("what is written is read again, packed or not")
    func roundTrip() throws {
        let long = [UInt8](repeating: 7, count: 100_000)
        let noise = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        let bytes = try archive([("a/long", long), ("noise", noise), ("empty", []), ("ü.txt", [1])])
        #expect(bytes.count < 10_000)
        let read = try ZipArchive(bytes)
        #expect(read.entries.map(\.name) == ["a/long", "noise", "empty", "ü.txt"])
        #expect(try read.content(of: "a/long") == long)
        #expect(try read.content(of: "noise") == noise)
        #expect(try read.content(of: "empty") == [])
        #expect(try read.content(of: "none") == nil)
    }

    /// An archive with one file whose name in directory and header is replaced by another of the same length.
    private func renamed(_ name: String, to other: [UInt8]) throws -> [UInt8] {
        var bytes = try archive([(name, [1, 2, 3])])
        let needle = Array(name.utf8)
        for place in 0...(bytes.count - needle.count) where Array(bytes[place..<place + needle.count]) == needle {
            bytes.replaceSubrange(place..<place + needle.count, with: other)
        }
        return bytes
    }

    @Test(
        "a name that leaves the folder is refused",
        arguments: [
            "../../../evil", "/etc/passwd-x", "a/../../../b", "a\\..\\..\\..\\", "a//bbbbbbbbbb", "./bbbbbbbbbbb",
        ])
    func escapes(_ name: String) throws {
        let stand = String(repeating: "x", count: name.utf8.count)
        let message = problem { () throws(LibraryProblem) in
            _ = try ZipArchive(try! renamed(stand, to: Array(name.utf8)))
        }
        #expect(message?.contains("outside its folder") == true)
    }

    @Test("a name that is no UTF-8 is told of")
    func badName() throws {
        let bytes = try renamed("xxxx", to: [0x61, 0xFF, 0xFE, 0x62])
        #expect(problem { () throws(LibraryProblem) in _ = try ZipArchive(bytes) }?.contains("not UTF-8") == true)
    }

    /// Changes bytes of the only directory entry.
    private func changed(_ change: (inout [UInt8], _ entry: Int) -> Void) throws -> [UInt8] {
        var bytes = try archive([("file", [UInt8](repeating: 0, count: 5000))])
        let entry = Int(u32(bytes, bytes.count - 6))
        change(&bytes, entry)
        return bytes
    }

    @Test("encrypted files, links and unknown methods are told of")
    func kinds() throws {
        let encrypted = try changed { $0[$1 + 8] |= 1 }
        let link = try changed { $0[$1 + 41] = 0xA1 }
        let method = try changed { $0[$1 + 10] = 12 }
        #expect(
            problem { () throws(LibraryProblem) in _ = try ZipArchive(encrypted) }
                == "file in the archive is encrypted")
        #expect(
            problem { () throws(LibraryProblem) in _ = try ZipArchive(link) }
                == "file in the archive is a link or a device")
        #expect(
            problem { () throws(LibraryProblem) in _ = try ZipArchive(method) }?.contains("method 12") == true)
    }

    @Test("two files of one name, and a file that is a folder too")
    func duplicates() throws {
        let twice = try archive([("a", [1]), ("a", [2])])
        let both = try archive([("a", [1]), ("a/b", [2])])
        #expect(
            problem { () throws(LibraryProblem) in _ = try ZipArchive(twice) }
                == "the archive has two files named a")
        #expect(
            problem { () throws(LibraryProblem) in _ = try ZipArchive(both) }
                == "the archive has both a file and a folder named a")
    }

    @Test("bombs are known by what their directory says, and by what comes out")
    func bombs() throws {
        let bytes = try archive([("zeros", [UInt8](repeating: 0, count: 1 << 20))])
        var limits = ZipArchive.Limits()
        limits.freeSize = 1 << 16
        #expect(
            problem { () throws(LibraryProblem) in _ = try ZipArchive(bytes, limits: limits) }?
                .contains("beyond all measure") == true)
        limits = ZipArchive.Limits()
        limits.totalSize = 1 << 19
        #expect(problem { () throws(LibraryProblem) in _ = try ZipArchive(bytes, limits: limits) } != nil)
        // The directory lies: 100 bytes, though 5000 come out.
        let liar = try changed {
            $0[$1 + 24] = 100
            $0[$1 + 25] = 0
        }
        let read = try ZipArchive(liar)
        #expect(
            problem { () throws(LibraryProblem) in _ = try read.content(of: "file") }
                == "file in the archive is damaged")
    }

    @Test("files that share their bytes are refused")
    func overlap() throws {
        let content = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 40_503 >> 5) }
        var bytes = try archive([("a", content)])
        let start = Int(u32(bytes, bytes.count - 6))
        let entry = Array(bytes[start..<start + 47])
        let end = Array(bytes[(start + 47)...])
        bytes = Array(bytes[..<start])
        let count = 100
        for number in 0..<count {
            var copy = entry
            copy[46] = UInt8(33 + number % 90 == 47 ? 126 : 33 + number)
            bytes += copy
        }
        var tail = end
        (tail[8], tail[10]) = (UInt8(count), UInt8(count))
        let size = 47 * count
        (tail[12], tail[13]) = (UInt8(size & 255), UInt8(size >> 8))
        bytes += tail
        #expect(problem { () throws(LibraryProblem) in _ = try ZipArchive(bytes) } != nil)
    }

    @Test("every way of cutting an archive short ends in a message")
    func truncated() throws {
        let bytes = try sampleArchive()
        for length in 0..<bytes.count {
            #expect(problem { () throws(LibraryProblem) in _ = try ZipArchive(Array(bytes[..<length])) } != nil)
        }
    }

    @Test("no flipped byte traps or gives content other than what was put in")
    func flipped() throws {
        let bytes = try sampleArchive()
        let content = Array("<en/>".utf8)
        for place in bytes.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var copy = bytes
                copy[place] = value
                _ = problem { () throws(LibraryProblem) in
                    let read = try ZipArchive(copy)
                    guard let got = try read.content(of: "content/locale/en.xml") else { return }
                    if got != content { Issue.record("byte \(place) as \(value) changed the content unseen") }
                }
            }
        }
    }
}
