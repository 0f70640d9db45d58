import Base
import SWF
import TestSupport
import Testing

@Suite("A rich movie, whole and damaged")
struct DamageTests {
    @Test("it holds every tag that is known, and each can be decoded", arguments: [UInt8(3), 5, 6, 8, 10, 25])
    func whole(version: UInt8) throws {
        let movie = try Movie(RichMovie.writer(version: version).file())
        let walk = MovieWalk(movie)
        #expect(walk.failures.isEmpty)
        let codes = Set(movie.tags.map(\.code))
        let missing = TagCode.allCases.filter { !codes.contains($0.rawValue) }
        #expect(missing.isEmpty)
        #expect(movie.warnings.isEmpty)
    }

    @Test("cut at every byte, it yields the tags that are whole and never traps")
    func truncated() throws {
        let file = RichMovie.writer().file()
        let whole = try Movie(file)
        var counts: [Int] = []
        for length in 0..<file.count {
            guard let movie = try? Movie(Array(file[..<length])) else { continue }
            _ = MovieWalk(movie)
            let complete = whole.tags.filter { $0.body.upperBound <= length }
            #expect(movie.tags.prefix(complete.count).elementsEqual(complete))
            #expect(movie.tags.count <= complete.count + 1)
            counts.append(movie.tags.count)
        }
        #expect(counts.count > file.count - 32)
        #expect(counts == counts.sorted())
    }

    @Test("every tag of it cut at every byte is decoded or refused", arguments: [UInt8(5), 10])
    func truncatedTags(version: UInt8) throws {
        let movie = try Movie(RichMovie.writer(version: version).file())
        var decoded = 0
        for record in movie.tags {
            for length in 0..<record.body.count {
                let cut = TagRecord(
                    code: record.code, body: record.body.lowerBound..<record.body.lowerBound + length)
                if (try? movie.decode(cut)) != nil { decoded += 1 }
            }
        }
        // Most tags have little that they cannot do without.
        #expect(decoded > 1000)
    }

    @Test("ranges outside the file are clamped, not trusted")
    func foreignRecords() throws {
        let movie = try Movie(RichMovie.writer().file())
        for code in TagCode.allCases {
            for body in [0..<10_000_000, movie.bytes.count..<movie.bytes.count + 5, 5..<5] {
                _ = try? movie.decode(TagRecord(code: code.rawValue, body: body))
            }
        }
        #expect(
            try movie.decode(TagRecord(code: 999, body: 0..<1_000_000)) == .unknown(code: 999, 0..<movie.bytes.count))
    }

    @Test("sprites inside sprites without end are followed only so far")
    func nestedSprites() throws {
        var body: [UInt8] = []
        for _ in 0..<20_000 { body += [0xFF, 0x09, 0xFF, 0xFF, 0xFF, 0x7F, 1, 0, 1, 0] }
        let movie = try movie { $0.tag(.defineSprite, [1, 0, 1, 0] + body) }
        #expect(MovieWalk(movie).tagCount < 100)
    }
}
