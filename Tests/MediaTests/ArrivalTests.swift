import TestSupport
import Testing

@testable import Media

/// Files that come in piece by piece.
@Suite("Files on their way")
struct ArrivalTests {
    /// An FLV of a second: ten pictures and as many pieces of sound.
    private static func flv() -> [UInt8] {
        var writer = FLVWriter()
        writer.data("onMetaData", "duration", 1)
        for index in 0..<10 {
            writer.screen(0xFF0000, width: 16, height: 16, at: index * 100)
            writer.samples(Array(repeating: 100, count: 4410), at: index * 100)
        }
        return writer.bytes
    }

    /// What a file gives that comes in pieces of a size, and after how many bytes it was ready.
    private static func arrive(_ bytes: [UInt8], _ size: Int) -> (file: MediaFile, readyAt: Int?) {
        var file = MediaFile()
        var readyAt: Int?
        for start in stride(from: 0, to: bytes.count, by: size) {
            let end = min(start + size, bytes.count)
            file.append(Array(bytes[start..<end]))
            if readyAt == nil, file.isReady { readyAt = end }
        }
        file.finish()
        return (file, readyAt)
    }

    private static func expectSame(_ a: MediaTracks, _ b: MediaTracks) {
        #expect(a.video.map { Array($0.data) } == b.video.map { Array($0.data) })
        #expect(a.sound.map { Array($0.data) } == b.sound.map { Array($0.data) })
        #expect(a.video.map(\.time) == b.video.map(\.time) && a.video.map(\.shownAt) == b.video.map(\.shownAt))
        #expect(a.video.map(\.isKey) == b.video.map(\.isKey))
        #expect(a.sound.map(\.time) == b.sound.map(\.time))
        #expect(a.lastTime == b.lastTime && a.firstTime == b.firstTime)
        #expect(a.videoSetup == b.videoSetup && a.soundSetup == b.soundSetup)
    }

    @Test(
        "an FLV is the same in pieces of any size, and begins with its first packet", arguments: [1, 7, 1000, 1 << 20])
    func flvPieces(size: Int) throws {
        let bytes = Self.flv()
        let (file, readyAt) = Self.arrive(bytes, size)
        #expect(!file.isBroken)
        Self.expectSame(file.tracks, try #require(FLVReader(whole: bytes)).tracks)
        if size < 100 { #expect(try #require(readyAt) < bytes.count / 5) }
    }

    @Test(
        "an MP4 is the same in pieces of any size", .enabled(if: FFmpeg.isAvailable, "needs ffmpeg"),
        arguments: [("", 997), ("", 50_000), ("-movflags +faststart", 997), ("-movflags +faststart", 1 << 20)])
    func mp4Pieces(flags: String, size: Int) throws {
        let bytes = try FFmpeg.encode("-c:v libx264 -bf 2 -pix_fmt yuv420p -c:a aac \(flags)", format: "mp4")
        let (file, readyAt) = Self.arrive(bytes, size)
        #expect(!file.isBroken)
        let whole = try #require(MP4Reader(bytes)).tracks
        #expect(whole.video.count == 20 && whole.sound.count > 80)
        Self.expectSame(file.tracks, whole)
        // With the tables in front it is known early what it holds, otherwise only at the end.
        if size < 1000 {
            let share = Double(try #require(readyAt)) / Double(bytes.count)
            #expect(flags.isEmpty ? share > 0.8 : share < 0.3)
        }
    }

    @Test(
        "of an MP4 on its way only what has come is there, in all tracks",
        .enabled(if: FFmpeg.isAvailable, "needs ffmpeg"))
    func mp4Half() throws {
        let bytes = try FFmpeg.encode(
            "-c:v libx264 -pix_fmt yuv420p -c:a aac -movflags +faststart", format: "mp4")
        var file = MediaFile()
        file.append(Array(bytes[..<(bytes.count / 2)]))
        #expect(file.isReady)
        let tracks = file.tracks
        #expect(tracks.video.count < 20 && tracks.lastTime < 2000)
        #expect((tracks.sound.last?.time ?? 0) >= tracks.lastTime && (tracks.video.last?.time ?? 0) >= tracks.lastTime)
        // Its length is that of the whole.
        let text = Array(try #require(tracks.data.first).data)
        let name = Array("duration".utf8)
        let place = try #require(text.indices.first { text[$0...].starts(with: name) }) + name.count + 1
        let bits = text[place..<place + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(abs(Double(bitPattern: bits) - 2) < 0.1)
    }

    @Test("what is neither is broken as soon as that is known; a short or empty file at its end")
    func neither() {
        var text = MediaFile()
        text.append(Array("no video at all, but".utf8))
        #expect(text.isBroken && !text.isReady)
        for bytes: [UInt8] in [[], Array("FLV".utf8), Array("FLV\u{1}\u{5}".utf8), [0, 0, 0, 8]] {
            var file = MediaFile()
            file.append(bytes)
            #expect(!file.isBroken && !file.isReady)
            file.finish()
            #expect(file.isBroken && !file.isReady)
        }
    }

    @Test("boxes that lie about their lengths, in pieces")
    func lyingBoxes() throws {
        func box(_ size: [UInt8], _ name: String, _ body: [UInt8] = []) -> [UInt8] { size + Array(name.utf8) + body }
        let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        let files = [
            box([0, 0, 0, 8], "ftyp") + box(huge, "moov", [1, 2, 3]),
            box([0, 0, 0, 8], "ftyp") + box([0, 0, 0, 0], "mdat"),
            box([0, 0, 0, 8], "ftyp") + box([0, 0, 0, 1], "moov", huge + huge), box([0, 0, 0, 2], "ftyp", [1, 2]),
            box([0, 0, 0, 1], "ftyp", [0x7F] + huge + [0xFF, 0xFF, 0xFF]) + box([0, 0, 0, 8], "moov"),
        ]
        for bytes in files { #expect(Self.arrive(bytes, 3).file.isBroken) }
    }

    @Test("times before the start of an FLV are what they say")
    func negativeTimes() throws {
        var writer = FLVWriter()
        writer.screen(0xFF0000, width: 16, height: 16, at: -40)
        writer.screen(0xFF0000, width: 16, height: 16, at: 60)
        let tracks = try #require(FLVReader(whole: writer.bytes)).tracks
        #expect(tracks.video.map(\.time) == [-40, 60] && tracks.lastTime == 60)
    }

    // MARK: Sound

    private static let enabled = FFmpeg.isAvailable && MediaLibrary.isAvailable

    @Test("an MP3 in pieces has the frames of the whole, and sounds like it", .enabled(if: enabled, "needs ffmpeg"))
    func mp3() throws {
        let bytes = try FFmpeg.encode(
            "-vn -c:a libmp3lame -ar 44100 -id3v2_version 3 -metadata title=Tone", format: "mp3")
        let whole = try #require(SoundClip(mp3: bytes)).extract(from: 0, count: 80_000)
        let sound = ArrivingSound()
        let reader = ArrivingReader(sound, from: 0, runs: 1)
        var samples: [Float] = []
        for start in stride(from: 0, to: bytes.count, by: 777) {
            sound.append(Array(bytes[start..<min(start + 777, bytes.count)]))
            reader.read(3000, into: &samples)
        }
        #expect(sound.tag?.frames.contains { $0.text == "Tone" } == true)
        #expect(!reader.isDone)
        sound.finish()
        while !reader.isDone { reader.read(3000, into: &samples) }
        #expect(abs(sound.milliseconds - (MP3Frames.milliseconds(of: bytes) ?? 0)) < 60)
        #expect(samples.count / 2 >= 80_000)
        let worst = zip(samples, whole).map { abs($0 - $1) }.max() ?? 1
        #expect(worst < 0.001)
    }

    @Test("from the middle, twice", .enabled(if: enabled, "needs ffmpeg"))
    func runs() throws {
        let bytes = try FFmpeg.encode("-vn -c:a libmp3lame -ar 44100", format: "mp3")
        let sound = ArrivingSound()
        sound.append(bytes)
        sound.finish()
        let reader = ArrivingReader(sound, from: 1000, runs: 2)
        var samples: [Float] = []
        while !reader.isDone { reader.read(3000, into: &samples) }
        let wanted = 2 * (sound.milliseconds - 1000)
        #expect(abs(Double(samples.count / 2) / 44.1 - wanted) < 60)
        let first = SoundSamples.fit(440, stride(from: 0, to: 80_000, by: 2).map { samples[$0] }[...])
        #expect(first.level > 0.05)
    }

    @Test("a big picture in front of an MP3 does not hide its sound")
    func picture() throws {
        let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413)
        let size = 200_000
        var tag: [UInt8] = Array("ID3".utf8) + [3, 0, 0]
        for shift in [21, 14, 7, 0] { tag.append(UInt8(size >> shift & 0x7F)) }
        // What looks like frames.
        for _ in 0..<size / 50 { tag += [0xFF, 0xFB] + [UInt8](repeating: 0x90, count: 48) }
        let bytes = tag + frame + frame + frame
        #expect(MP3Frames.sampleRate(of: bytes) == 44_100)
        let sound = ArrivingSound()
        sound.append(bytes)
        #expect(sound.frames.map(\.lowerBound) == [0, 417, 834].map { tag.count + $0 })
        #expect(SoundClip(mp3: bytes) != nil)
    }

    @Test("no bytes at all, and bytes that are no sound, end at once")
    func nothing() {
        for bytes: [UInt8] in [[], Array("ID3".utf8), [UInt8](repeating: 0xFF, count: 5000)] {
            let sound = ArrivingSound()
            let reader = ArrivingReader(sound, from: 0, runs: 1_000_000)
            sound.append(bytes)
            sound.finish()
            var samples: [Float] = []
            reader.read(1000, into: &samples)
            #expect(samples.isEmpty && reader.isDone)
        }
    }

    @Test("one side of any rate becomes both of 44.1 kHz", arguments: [5512, 8000, 11_025, 22_050, 44_100])
    func converter(rate: Int) {
        let converter = RateConverter(from: rate)
        var output: [Float] = []
        for _ in 0..<20 { output += converter.stereo(Array(repeating: 0.5, count: rate / 20)) }
        #expect(abs(output.count / 2 - 44_100) < 500)
        #expect(output[20_000..<60_000].allSatisfy { abs($0 - 0.5) < 0.01 })
    }
}
