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
}
