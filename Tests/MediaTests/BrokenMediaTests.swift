import TestSupport
import Testing

@testable import Media

/// Files of every codec with bytes changed, cut off and put twice: whatever comes out, nothing traps, hangs or grows
/// without bounds.
@Suite("Broken sound and video", .enabled(if: FFmpeg.isAvailable && MediaLibrary.isAvailable, "needs ffmpeg"))
struct BrokenMediaTests {
    private static let kinds: [(options: String, format: String)] = [
        ("-vn -c:a libmp3lame -ar 22050", "flv"), ("-vn -c:a aac -ar 44100", "flv"),
        ("-vn -c:a nellymoser -ar 22050 -ac 1", "flv"), ("-vn -c:a libspeex -ar 16000 -ac 1", "flv"),
        ("-vn -c:a pcm_mulaw -ar 8000 -ac 1", "flv"), ("-vn -c:a adpcm_swf -ar 22050 -ac 1", "flv"),
        ("-an -c:v flv", "flv"), ("-an -c:v flashsv", "flv"), ("-an -c:v flashsv2", "flv"),
        ("-an -c:v libx264 -bf 2 -pix_fmt yuv420p", "flv"), ("-c:v libx264 -pix_fmt yuv420p -c:a aac", "mp4"),
    ]

    private static func broken(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
        case 1:
            let start = Int.random(in: 20..<bytes.count, using: &random)
            bytes.insert(contentsOf: bytes[start...].prefix(500), at: start)
        default: break
        }
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        return bytes
    }

    @Test("as a stream gives it", arguments: kinds.indices)
    func streams(kind: Int) throws {
        var random = SeededRandom(seed: UInt64(kind + 1))
        let file = try FFmpeg.encode("\(Self.kinds[kind].options) -t 1", format: Self.kinds[kind].format)
        for _ in 0..<30 {
            let bytes = Self.broken(file, &random)
            var media = MediaFile()
            for start in stride(from: 0, to: bytes.count, by: 4096) {
                media.append(Array(bytes[start..<min(start + 4096, bytes.count)]))
            }
            media.finish()
            let tracks = media.tracks
            if let coding = tracks.soundCoding, let decoder = PacketSound(coding, setup: tracks.soundSetup) {
                var samples: [Float] = []
                for packet in tracks.sound { decoder.decode(packet.data, into: &samples) }
                // A second, and what broken lengths may add.
                #expect(samples.count < 44_100 * 2 * 60)
                // Noise at full level overshoots where it is resampled; the mixer cuts that.
                #expect(samples.allSatisfy { $0 >= -4 && $0 <= 4 })
            }
            guard let codec = tracks.videoCodec, let decoder = VideoDecoder(codec, setup: tracks.videoSetup) else {
                continue
            }
            for packet in tracks.video {
                decoder.send(packet.data, time: packet.shownAt, isKey: packet.isKey)
                while decoder.receive() {
                    if let picture = decoder.picture() {
                        #expect(picture.pixels.count == picture.width * picture.height)
                    }
                }
            }
        }
    }

    @Test("an MP3 file as sounds play it")
    func mp3() throws {
        var random = SeededRandom(seed: 99)
        let file = try FFmpeg.encode(
            "-vn -c:a libmp3lame -ar 44100 -t 1 -id3v2_version 3 -metadata title=a", format: "mp3")
        for _ in 0..<60 {
            let bytes = Self.broken(file, &random)
            if let clip = SoundClip(mp3: bytes) {
                let samples = clip.extract(from: Int.random(in: 0..<60_000, using: &random), count: 100_000)
                #expect(samples.count <= 200_000)
            }
            _ = ID3Tag(of: bytes)
            _ = MP3Frames.milliseconds(of: bytes)
            let sound = ArrivingSound()
            for start in stride(from: 0, to: bytes.count, by: 1000) {
                sound.append(Array(bytes[start..<min(start + 1000, bytes.count)]))
            }
            sound.finish()
            let reader = ArrivingReader(sound, from: 300, runs: 2)
            var samples: [Float] = []
            for _ in 0..<200 where !reader.isDone { reader.read(4096, into: &samples) }
            #expect(reader.isDone)
        }
    }

    @Test("pictures of huge sides are passed over", arguments: [(65_535, 65_535), (8192, 8192), (1, 65_535)])
    func huge(width: Int, height: Int) throws {
        // A key picture of screen video that says it is so large, and has no blocks.
        let packet = [UInt8(width >> 8) | 0x10, UInt8(width & 255), UInt8(height >> 8), UInt8(height & 255)]
        for codec in [VideoCodec.screen, .screen2, .vp6, .h263] {
            let decoder = try #require(VideoDecoder(codec, setup: [0]))
            for _ in 0..<5 {
                decoder.send((packet + [UInt8](repeating: 0xAA, count: 64))[...], time: 0, isKey: true)
                while decoder.receive() {
                    guard let picture = decoder.picture() else { continue }
                    #expect(picture.width * picture.height <= 1 << 25)
                }
            }
        }
    }
}
