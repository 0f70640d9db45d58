import TestSupport
import Testing

@testable import Media

@Suite("FLV and MP4 files")
struct ContainerTests {
    private static func sample() -> [UInt8] {
        var writer = FLVWriter()
        writer.data("onMetaData", "duration", 0.3)
        writer.screen(0xFF0000, width: 20, height: 20, at: 0)
        writer.samples([1, 2, 3], at: 10)
        writer.screen(0x00FF00, width: 20, height: 20, at: 100)
        writer.samples([4, 5], at: 110)
        return writer.bytes
    }

    @Test("an FLV file's packets, whole and as its bytes come in")
    func pieces() throws {
        let bytes = Self.sample()
        let whole = try #require(FLVReader(whole: bytes)).tracks
        #expect(whole.video.map(\.time) == [0, 100])
        #expect(whole.sound.map { Array($0.data) } == [[1, 0, 2, 0, 3, 0], [4, 0, 5, 0]])
        #expect(whole.data.count == 1)
        #expect((whole.firstTime, whole.lastTime) == (0, 110))
        #expect(whole.videoCodec == .screen)
        #expect(whole.soundCoding?.sampleRate == 44_100)
        for size in [1, 7, 64] {
            var reader = FLVReader()
            for start in stride(from: 0, to: bytes.count, by: size) {
                reader.append(bytes[start..<min(bytes.count, start + size)])
            }
            #expect(reader.tracks.video.map { Array($0.data) } == whole.video.map { Array($0.data) })
            #expect(reader.tracks.sound.map { Array($0.data) } == whole.sound.map { Array($0.data) })
        }
    }

    @Test("a file that is cut short ends with its last whole packet; what is none is refused")
    func cut() throws {
        let bytes = Self.sample()
        for count in 0..<bytes.count {
            let tracks = FLVReader(whole: Array(bytes[..<count]))?.tracks
            #expect((tracks == nil) == (count < 13))
            #expect((tracks?.video.count ?? 0) <= 2)
        }
        #expect(FLVReader(whole: Array("GIF89a and so on, long enough".utf8)) == nil)
        var after = FLVReader()
        after.restart(atTag: true)
        after.append(bytes[13...])
        #expect(after.tracks.video.count == 2)
    }

    @Test("times of pictures that are stored out of order")
    func reordered() throws {
        var writer = FLVWriter()
        writer.tag(9, at: 0, [0x17, 0, 0, 0, 0, 9, 9])
        writer.tag(9, at: 40, [0x17, 1, 0, 0, 80, 1])
        writer.tag(9, at: 80, [0x27, 1, 0xFF, 0xFF, 0xD8, 2])
        let tracks = try #require(FLVReader(whole: writer.bytes)).tracks
        #expect(tracks.videoSetup == [9, 9])
        #expect(tracks.video.map(\.shownAt) == [120, 40])
        #expect(tracks.video.map(\.isKey) == [true, false])
    }

    @Test("a seek finds the key picture before a moment, or the nearest")
    func keys() {
        var tracks = MediaTracks()
        tracks.video = (0..<10).map { MediaPacket(time: $0 * 100, isKey: $0 % 4 == 0, data: [UInt8(1)][...]) }
        #expect(tracks.keyIndex(at: 390) == 0)
        #expect(tracks.keyIndex(at: 400) == 4)
        #expect(tracks.nearestKeyIndex(to: 390) == 4)
        #expect(tracks.nearestKeyIndex(to: 190) == 0)
        #expect(tracks.nearestKeyIndex(to: 5000) == 8)
    }

    @Test("no change of bytes makes the readers trap", arguments: [1, 2, 3])
    func mutants(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var files = [Self.sample()]
        if FFmpeg.isAvailable { files.append(try FFmpeg.encode("-c:v libx264 -c:a aac -t 0.3", format: "mp4")) }
        for file in files {
            for _ in 0..<300 {
                var bytes = file
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let tracks = FLVReader(whole: bytes)?.tracks ?? MP4Reader(bytes)?.tracks
                #expect((tracks?.video.count ?? 0) <= 1 << 21)
            }
        }
    }

    @Test("an MP4 file says of itself what FLV files say", .enabled(if: FFmpeg.isAvailable, "needs ffmpeg"))
    func mp4() throws {
        let file = try FFmpeg.encode("-c:v libx264 -pix_fmt yuv420p -c:a aac -t 2", format: "mp4")
        let tracks = try #require(MP4Reader(file)).tracks
        #expect(tracks.videoCodec == .h264)
        #expect(tracks.soundCoding?.codec == .aac)
        #expect(!tracks.soundSetup.isEmpty)
        #expect(tracks.video.count == 20)
        #expect(abs(tracks.lastTime - 2000) < 60)
        let text = String(decoding: try #require(tracks.data.first).data, as: UTF8.self)
        #expect(text.contains("onMetaData") && text.contains("duration") && text.contains("avc1"))
    }

    @Test("a second setup of H.264 counts for what follows it, not for what came before")
    func secondSetup() throws {
        func setup(_ sequence: [UInt8], _ picture: [UInt8]) -> [UInt8] {
            // Lengths of four bytes, one parameter set of each kind.
            [1, 0x42, 0, 30, 0xFF, 0xE1, 0, UInt8(sequence.count)] + sequence + [1, 0, UInt8(picture.count)] + picture
        }
        let (first, second) = (setup([0x67, 1], [0x68, 1]), setup([0x67, 2, 2], [0x68, 2]))
        var writer = FLVWriter()
        writer.tag(9, at: 0, [0x17, 0, 0, 0, 0] + first)
        writer.tag(9, at: 0, [0x17, 1, 0, 0, 0, 0xA])
        writer.tag(9, at: 40, [0x17, 0, 0, 0, 0] + first)
        writer.tag(9, at: 40, [0x27, 1, 0, 0, 0, 0xB])
        writer.tag(9, at: 80, [0x17, 0, 0, 0, 0] + second)
        writer.tag(9, at: 80, [0x17, 1, 0, 0, 0, 0xC])
        writer.tag(9, at: 120, [0x27, 1, 0, 0, 0, 0xD])
        let tracks = try #require(FLVReader(whole: writer.bytes)).tracks
        #expect(tracks.videoSetup == first)
        #expect(
            tracks.video.map { Array($0.data) } == [
                [0xA], [0xB], [0, 0, 0, 3, 0x67, 2, 2, 0, 0, 0, 2, 0x68, 2, 0xC], [0xD],
            ])
        // Broken ones add what is whole of them.
        for count in 0..<second.count {
            var cut = FLVWriter()
            cut.tag(9, at: 0, [0x17, 0, 0, 0, 0] + first)
            cut.tag(9, at: 0, [0x17, 1, 0, 0, 0, 0xA])
            cut.tag(9, at: 80, [0x17, 0, 0, 0, 0] + second[..<count])
            cut.tag(9, at: 80, [0x17, 1, 0, 0, 0, 0xC])
            #expect(FLVReader(whole: cut.bytes)?.tracks.video.last?.data.last == 0xC)
        }
    }

    @Test("a file that is cut out of a longer one begins at its own first moment")
    func lateStart() {
        var tracks = MediaTracks()
        #expect(tracks.lateStart == 0)
        tracks.sound = [MediaPacket(time: 60_000, data: [1])]
        tracks.video = [MediaPacket(time: 60_040, data: [1])]
        #expect(tracks.lateStart == 60_000)
        tracks.video = [MediaPacket(time: 40, data: [1])]
        #expect(tracks.lateStart == 0)
    }

    @Test("samples of one byte in an MP4 file do not fill the memory")
    func uniformSizes() throws {
        func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
            let size = UInt32(body.count + 8)
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(name.utf8) + body
        }
        let many: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF]
        let table = box(
            "stbl",
            box("stsd", [UInt8](repeating: 0, count: 8)) + box("stsz", [0, 0, 0, 0, 0, 0, 0, 1] + many)
                + box("stts", [0, 0, 0, 0, 0, 0, 0, 1] + many + [0, 0, 0, 1])
                + box("stsc", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1] + many + [0, 0, 0, 1])
                + box("stco", [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]))
        let media = box("mdia", box("mdhd", [UInt8](repeating: 1, count: 24)) + box("minf", table))
        let file =
            box("ftyp", Array("isom".utf8)) + box("moov", box("trak", media))
            + box("mdat", [UInt8](repeating: 0, count: 20 << 20))
        let tracks = MP4Reader(file)?.tracks
        #expect((tracks?.sound.count ?? 0) + (tracks?.video.count ?? 0) <= 60 * 86_400)
    }
}
