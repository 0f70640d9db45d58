import AVM
import Media
import SWF
import TestSupport
import Testing

@testable import Player

/// What a movie may do to sounds without meaning well.
@Suite("Storms of sounds")
struct SoundStormTests {
    private func sound(_ stage: Stage3, samples: Int, rate: Double) throws -> Value {
        let bytes = try stage.new("flash.utils.ByteArray")
        for _ in 0..<samples { _ = try stage.call(bytes, "writeFloat", Value(double: 0.25)) }
        try stage.machine.set(stage.machine.publicName("position"), of: bytes, to: .zero)
        let sound = try stage.new("flash.media.Sound")
        _ = try stage.call(
            sound, "loadPCMFromByteArray", bytes, Value(Int32(samples)), stage.machine.string("float"), .false,
            Value(double: rate))
        return sound
    }

    private func stage() throws -> Stage3 {
        let stage = try Stage3 { $0.showFrame() }
        _ = stage.run()
        return stage
    }

    @Test("of two hundred sounds at once thirty-two play; all end, and then others can", arguments: [44_100.0, 5512])
    func many(rate: Double) throws {
        let stage = try stage()
        let sound = try sound(stage, samples: 600, rate: rate)
        for _ in 0..<2 {
            let channels = try (0..<200).map { _ in try stage.call(sound, "play") }
            #expect(channels.filter { $0 != .null }.count == Mixer.voiceLimit)
            #expect(stage.player.sound.mixer.voiceCount == Mixer.voiceLimit)
            for _ in 0..<20 { stage.player.advance(by: 20) }
            #expect(stage.player.sound.takePeak() <= 1)
            #expect(stage.player.sound.mixer.voiceCount == 0)
        }
    }

    @Test("sounds that are stopped in the frame that starts them leave nothing behind")
    func stopped() throws {
        let stage = try stage()
        let sound = try sound(stage, samples: 1000, rate: 11_025)
        for round in 0..<300 {
            let channel = try stage.call(sound, "play", .zero, Value(Int32(1000)))
            _ = try stage.call(channel, "stop")
            _ = try stage.call(channel, "stop")
            if round % 50 == 0 { stage.player.advance(by: 20) }
        }
        stage.player.advance(by: 20)
        #expect(stage.player.sound.mixer.voiceCount == 0)
        #expect(stage.player.sound.takePeak() == 0)
    }

    @Test("odd arguments: starts behind the end, endless loops, numbers that are none")
    func arguments() throws {
        let stage = try stage()
        let sound = try sound(stage, samples: 1000, rate: 22_050)
        let odd: [Value] = [
            Value(double: .nan), Value(double: .infinity), Value(double: -1e300), Value(double: 1e300),
            Value(Int32(44)),
            Value(Int32.max),
        ]
        for start in odd {
            for loops in [Int32.min, -1, 0, .max] {
                let channel = try stage.call(sound, "play", start, Value(loops))
                stage.player.advance(by: 100)
                if channel != .null {
                    _ = try stage.get(channel, "position")
                    _ = try stage.call(channel, "stop")
                }
            }
        }
        #expect(stage.player.sound.mixer.voiceCount == 0)
    }

    @Test("a sound without samples that loops for ever ends at once", arguments: [UInt8(0), 1, 2, 3, 6])
    func empty(codec: UInt8) throws {
        let format = SoundFormat(codec: codec, sampleRate: 5512, is16Bit: true, isStereo: true)
        let stage = try Stage { writer in
            writer.defineSound(id: 1, format, sampleCount: 0, [])
            writer.defineSound(id: 2, format, sampleCount: .max, [1, 2, 3])
            for id: CharacterID in [1, 2] {
                writer.startSound(
                    StartSound(target: .character(id), info: SoundInfo(event: .event, loops: .max)))
            }
            writer.showFrames(3)
        }
        for _ in 0..<3 {
            stage.player.runFrame()
            stage.player.advanceTimers(by: 100)
        }
        #expect(stage.player.sound.mixer.voiceCount <= 1)
    }
}
