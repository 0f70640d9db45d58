import Foundation
import Media
import Testing

@testable import RuffleX11

@Suite("The sound device", .serialized)
struct SoundDeviceTests {
    private static func tone(seconds: Double) -> SoundClip {
        let samples = (0..<Int(44_100 * seconds)).flatMap { frame in
            let sample = Int16(16_000 * sin(2 * Double.pi * 440 * Double(frame) / 44_100))
            return [sample, sample]
        }
        return SoundClip(samples: samples)
    }

    private static func voice(_ clip: SoundClip, on mixer: Mixer) throws -> Voice {
        let voice = Voice(try #require(clip.makeReader()))
        mixer.start(voice)
        return voice
    }

    @Test("440 Hz arrive as 440 Hz, without a gap")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sound-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let raw = folder.appendingPathComponent("out.raw")
        let settings = """
            pcm.recorded { type file file "\(raw.path)" format "raw" slave { pcm { type null } } }
            """
        let configuration = folder.appendingPathComponent("asound.conf")
        try settings.write(to: configuration, atomically: true, encoding: .utf8)
        setenv("ALSA_CONFIG_PATH", configuration.path, 1)
        defer { unsetenv("ALSA_CONFIG_PATH") }

        let mixer = Mixer()
        let device = SoundDevice(mixer, name: "recorded")
        _ = try Self.voice(Self.tone(seconds: 1), on: mixer)
        #expect(device.start())
        usleep(1_300_000)
        #expect(device.isOpen)
        device.stop()

        let bytes = [UInt8](try Data(contentsOf: raw))
        let left = stride(from: 0, to: bytes.count - 3, by: 4).map {
            Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
        }
        let start = try #require(left.firstIndex { abs($0) > 500 })
        // Paced by time, not as fast as the file takes it.
        #expect(left.count > 50_000 && left.count < 80_000)
        let heard = Array(left[start..<start + 40_000])
        let rises = heard.indices.dropFirst().filter { heard[$0 - 1] < 0 && heard[$0] >= 0 }
        let cycles = Double(rises.count - 1)
        let frequency = cycles * 44_100 / Double(rises[rises.count - 1] - rises[0])
        #expect(abs(frequency - 440) < 2.2)
        // A gap would make one cycle longer.
        for (a, b) in zip(rises, rises.dropFirst()) { #expect(b - a >= 99 && b - a <= 102) }
    }

    @Test("without a device sounds end in their time all the same")
    func noDevice() throws {
        let mixer = Mixer()
        let device = SoundDevice(mixer, name: "no-such-device")
        let voice = try Self.voice(Self.tone(seconds: 0.3), on: mixer)
        #expect(device.start())
        usleep(150_000)
        #expect(mixer.isPlaying(voice))
        #expect(!device.isOpen)
        usleep(350_000)
        #expect(!mixer.isPlaying(voice))
        device.stop()
    }
}
