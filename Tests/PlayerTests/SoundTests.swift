import Media
import SWF
import TestSupport
import Testing

@testable import Player

/// Sounds of timelines, heard through the mix that the player's own time moves on.
@Suite("Sounds of a movie")
struct SoundTests {
    private static let format = SoundFormat(codec: 3, sampleRate: 44_100, is16Bit: true, isStereo: false)

    /// Samples that are all at half or, negative, at the given level of 32768.
    private static func samples(_ count: Int, _ level: Int16 = 16_384) -> [UInt8] {
        (0..<count).flatMap { _ in [UInt8(truncatingIfNeeded: level), UInt8(truncatingIfNeeded: level >> 8)] }
    }

    /// The largest sample of each of so many frames of a movie of 24 a second.
    private static func peaks(_ frames: Int, _ build: (inout SWFWriter) -> Void) throws -> [Float] {
        let stage = try Stage(build)
        return (0..<frames).map { _ in
            stage.player.runFrame()
            stage.player.advanceTimers(by: 1000 / 24)
            return stage.player.sound.takePeak()
        }
    }

    private static func start(_ id: CharacterID, _ event: SoundEvent = .event, loops: UInt16 = 1) -> StartSound {
        StartSound(target: .character(id), info: SoundInfo(event: event, loops: loops))
    }

    @Test("StartSound starts, its other kind stops, and a second start of what plays does nothing")
    func events() throws {
        let peaks = try Self.peaks(6) { writer in
            writer.defineSound(id: 1, Self.format, sampleCount: 20_000, Self.samples(20_000))
            writer.showFrame()
            writer.startSound(Self.start(1))
            writer.showFrame()
            writer.startSound(Self.start(1, .start))
            writer.showFrame()
            writer.startSound(Self.start(1))
            writer.showFrame()
            writer.startSound(Self.start(1, .stop))
            writer.showFrames(3)
        }
        #expect(peaks == [0, 0.5, 0.5, 1, 0, 0])
    }

    @Test("loops follow each other; then it is silent")
    func loops() throws {
        // Three runs of 1000 frames are a little longer than one frame of the movie.
        let peaks = try Self.peaks(4) { writer in
            writer.defineSound(id: 1, Self.format, sampleCount: 1000, Self.samples(1000))
            writer.startSound(Self.start(1, loops: 3))
            writer.showFrames(5)
        }
        #expect(peaks == [0.5, 0.5, 0, 0])
    }

    /// Eight frames, each with its own level of stream sound: n/8.
    private static func streaming(_ writer: inout SWFWriter) {
        writer.soundStreamHead(
            SoundStreamHead(playback: format, stream: format, samplesPerBlock: 1838, latencySeek: 0))
        for frame in 0..<8 {
            writer.soundStreamBlock(samples(1838, Int16(frame * 4096)))
            writer.showFrame()
        }
    }

    @Test("a stream goes along with its frames")
    func stream() throws {
        let peaks = try Self.peaks(8, Self.streaming)
        for frame in 0..<8 { #expect(abs(peaks[frame] - Float(frame) / 8) < 0.001) }
    }

    @Test("a stream stops with its timeline and starts where the timeline goes on")
    func jumps() throws {
        let stage = try Stage(Self.streaming)
        func frame() -> Float {
            stage.player.runFrame()
            stage.player.advanceTimers(by: 1000 / 24)
            return stage.player.sound.takePeak()
        }
        _ = (frame(), frame())
        let root = try #require(stage.player.level(0))
        root.goto(frame: 6, andPlay: false)
        #expect(frame() == 0)
        root.goto(frame: 3, andPlay: true)
        // The third block.
        #expect(abs(frame() - 0.25) < 0.001)
    }

    @Test("the volume of a movie counts for all that it plays")
    func volume() throws {
        let stage = try Stage { writer in
            writer.defineSound(id: 1, Self.format, sampleCount: 9000, Self.samples(9000))
            writer.startSound(Self.start(1))
            writer.showFrames(5)
        }
        stage.player.soundTransform.volume = 50
        stage.player.runFrame()
        stage.player.advanceTimers(by: 1000 / 24)
        #expect(stage.player.sound.takePeak() == 0.25)
    }

    @Test("frames wait for their sound, or hurry after it")
    func nudge() {
        var clock = FrameClock(frameRate: 20)
        clock.nudge(by: -40)
        #expect(clock.advance(by: 50) == 0)
        #expect(clock.advance(by: 40) == 1)
        clock.nudge(by: 60)
        #expect(clock.advance(by: 50) == 2)
    }
}
