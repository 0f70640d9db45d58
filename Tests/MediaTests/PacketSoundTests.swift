import Testing

@testable import Media

/// Sound of files made by ffmpeg, decoded packet by packet here and by ffmpeg.
@Suite("Sound in packets", .enabled(if: FFmpeg.isAvailable && MediaLibrary.isAvailable, "needs ffmpeg"))
struct PacketSoundTests {
    @Test(
        "a tone comes out as ffmpeg decodes it",
        arguments: [
            "-c:a libmp3lame -ar 44100", "-c:a libmp3lame -ar 22050", "-c:a aac -ar 44100",
            "-c:a nellymoser -ar 22050 -ac 1",
            "-c:a nellymoser -ar 8000 -ac 1", "-c:a libspeex -ar 16000 -ac 1", "-c:a pcm_alaw -ar 8000 -ac 1",
            "-c:a pcm_mulaw -ar 8000 -ac 1", "-c:a adpcm_swf -ar 22050 -ac 1", "-c:a pcm_s16le -ar 44100",
        ])
    func codecs(options: String) throws {
        let file = try FFmpeg.encode("-vn \(options) -t 2", format: "flv")
        let tracks = try #require(FLVReader(whole: file)?.tracks)
        let coding = try #require(tracks.soundCoding)
        let decoder = try #require(PacketSound(coding, setup: tracks.soundSetup))
        var samples: [Float] = []
        for packet in tracks.sound { decoder.decode(packet.data, into: &samples) }
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        let raw = try FFmpeg.decode(file, "-ac 1 -ar 44100", format: "s16le")
        let reference = stride(from: 0, to: raw.count - 1, by: 2).map {
            Float(Int16(truncatingIfNeeded: Int(raw[$0]) | Int(raw[$0 + 1]) << 8)) / 32768
        }
        // Both may put silence at either end.
        #expect(abs(left.count - reference.count) < 4000)
        let (ours, theirs) = (
            SoundSamples.fit(440, left[20_000..<60_000]), SoundSamples.fit(440, reference[20_000..<60_000])
        )
        #expect(theirs.level > 0.05)
        #expect(abs(ours.level - theirs.level) < 0.01 * theirs.level)
        #expect(abs(ours.worstRest - theirs.worstRest) < 0.02)
    }

    @Test("an information frame at the start of an MP3 file is no sound")
    func information() throws {
        let file = try FFmpeg.encode("-vn -c:a libmp3lame -ar 44100 -t 1", format: "mp3")
        let list = MP3Frames.packets(of: file, in: [0..<file.count])
        let first = try #require(list.packets.first?.first)
        #expect(!MP3Frames.isInformation(Array(file[first])))
        let start = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] & 0xE0 == 0xE0 })
        #expect(MP3Frames.isInformation(Array(file[start...].prefix(400))))
    }

    /// Twenty seconds of a tone that rises, so that no two places sound alike.
    private static func sweep(_ options: String) throws -> SoundClip {
        let source = "-f lavfi -i aevalsrc=0.4*sin(2*PI*(200*t+15*t*t)):s=44100:d=20"
        let file = try FFmpeg.run("\(source) -ac 1 \(options)", format: "mp3")
        return try #require(SoundClip(mp3: file))
    }

    @Test(
        "any place of a long MP3 is reached without all that is before it, and sounds the same",
        arguments: ["-ar 44100 -b:a 128k", "-ar 22050 -b:a 32k", "-ar 11025 -b:a 24k", "-ar 48000 -b:a 160k"])
    func seeking(options: String) throws {
        let clip = try Self.sweep(options)
        let all = clip.extract(from: 0, count: 900_000)
        #expect(all.count > 2 * 800_000)
        for start in [100, 50_000, 400_123, 700_001] {
            let part = clip.extract(from: start, count: 2000)
            let worst = zip(part, all[(2 * start)...]).map { abs($0 - $1) }.max() ?? 1
            #expect(part.count == 4000 && worst < 0.01, "at \(start): \(worst)")
        }
        // Piece after piece as a whole.
        var pieces: [Float] = []
        for piece in 0..<20 { pieces += clip.extract(from: piece * 1000, count: 1000) }
        #expect(zip(pieces, all).allSatisfy { abs($0 - $1) < 0.01 })
    }

    @Test("what is no MP3 is looked through once, however small its pieces", .timeLimit(.minutes(1)))
    func junk() throws {
        let coding = SoundCoding(codec: .mp3, sampleRate: 44_100, is16Bit: true, isStereo: true)
        let decoder = try #require(PacketSound(coding, setup: []))
        var samples: [Float] = []
        let junk = [UInt8](repeating: 0x55, count: 1)
        for _ in 0..<50_000 { decoder.decode(junk[...], into: &samples) }
        #expect(samples.isEmpty)
        // A frame that comes after it, in pieces, is found all the same.
        let file = try FFmpeg.encode("-vn -c:a libmp3lame -ar 44100 -t 1", format: "mp3")
        for start in stride(from: 0, to: file.count, by: 100) {
            decoder.decode(file[start..<min(file.count, start + 100)], into: &samples)
        }
        #expect(samples.count > 2 * 40_000)
    }

    @Test("a packet of hours gives less than a minute", arguments: [SoundCoding.Codec.aLaw, .littleEndian])
    func hugePackets(codec: SoundCoding.Codec) throws {
        let coding = SoundCoding(codec: codec, sampleRate: 44_100, is16Bit: true, isStereo: true)
        let decoder = try #require(PacketSound(coding, setup: []))
        var samples: [Float] = []
        decoder.decode([UInt8](repeating: 0, count: 12 << 20)[...], into: &samples)
        #expect(samples.count / 2 >= 1 << 21 && samples.count / 2 < 1 << 22)
    }
}
