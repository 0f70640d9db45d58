import Foundation
import Media
import Testing

@testable import RuffleX11

@Suite("The sound device", .serialized)
struct SoundDeviceTests {
    /// Seconds that the long tests take: `scripts/bench sound` runs them at the full minute.
    static let seconds = Double(ProcessInfo.processInfo.environment["SOUND_SECONDS"] ?? "") ?? 5

    /// Half a second of 440 Hz, whole cycles, so that it can go round without a seam.
    private static func tone(seconds: Double = 0.5) -> SoundClip {
        let samples = (0..<Int(44_100 * seconds)).flatMap { frame in
            let sample = Int16(16_000 * sin(2 * Double.pi * 440 * Double(frame) / 44_100))
            return [sample, sample]
        }
        return SoundClip(samples: samples)
    }

    @discardableResult
    private static func play(
        _ clip: SoundClip, on mixer: Mixer, runs: Int = 1, gains: Gains = .unity
    ) throws -> Voice {
        let voice = Voice(try #require(clip.makeReader()), gains: gains, runs: runs)
        mixer.start(voice)
        return voice
    }

    @Test("a tone that goes round arrives through ALSA as 440 Hz, without a gap")
    func loop() throws {
        let recording = try SoundRecording()
        try recording.use {
            let mixer = Mixer()
            let device = SoundDevice(mixer, output: ALSAOutput("recorded"))
            try Self.play(Self.tone(), on: mixer, runs: 1000)
            #expect(device.start())
            usleep(UInt32(Self.seconds * 1_000_000))
            #expect(device.isOpen)
            device.stop()
        }
        let left = try recording.samples().left
        // Paced by time, not as fast as the file takes it.
        #expect(abs(Double(left.count) / 44_100 - Self.seconds) < 0.5)
        let start = try #require(left.firstIndex { abs($0) > 0.02 })
        let report = try #require(ToneReport(left[start...]))
        #expect(abs(report.frequency - 440) < 2.2)
        // Cycles have 100.2 frames; a gap of a millisecond would make one 44 longer.
        #expect(report.cycles.lowerBound >= 99 && report.cycles.upperBound <= 102)
        #expect(abs(report.rms / (16_000.0 / 32_768 / 2.0.squareRoot()) - 1) < 0.01)
    }

    @Test("volume and pan reach the file", arguments: [(1.0, 1.0), (0.5, 0.25), (0.1, 0.9), (0, 0.7)])
    func volume(left: Double, right: Double) throws {
        let recording = try SoundRecording()
        try recording.use {
            let mixer = Mixer()
            let device = SoundDevice(mixer, output: ALSAOutput("recorded"))
            let gains = Gains(leftToLeft: Float(left), rightToRight: Float(right))
            try Self.play(Self.tone(), on: mixer, runs: 4, gains: gains)
            #expect(device.start())
            usleep(700_000)
            device.stop()
        }
        let samples = try recording.samples()
        for (side, wanted) in [(samples.left, left), (samples.right, right)] {
            if wanted == 0 {
                #expect(side.allSatisfy { $0 == 0 })
                continue
            }
            let report = try #require(ToneReport(side[4410...]))
            #expect(abs(report.rms / (16_000.0 / 32_768 / 2.0.squareRoot() * wanted) - 1) < 0.01)
        }
    }

    @Test("without a device sounds end in their time all the same")
    func noDevice() throws {
        let mixer = Mixer()
        let device = SoundDevice(mixer, output: ALSAOutput("no-such-device"))
        let voice = try Self.play(Self.tone(seconds: 0.3), on: mixer)
        #expect(device.start())
        usleep(150_000)
        #expect(mixer.isPlaying(voice))
        #expect(!device.isOpen)
        usleep(450_000)
        #expect(!mixer.isPlaying(voice))
        device.stop()
    }

    /// A device that goes away after so many periods, each time it has been opened.
    private final class DyingOutput: SoundOutput, @unchecked Sendable {
        private let life: Int
        private var left = 0
        private let lock = NSLock()
        private var counts = (opened: 0, closed: 0, frames: 0)

        init(life: Int) { self.life = life }

        var seen: (opened: Int, closed: Int, frames: Int) { lock.withLock { counts } }

        func open(latency: Double) -> Bool {
            left = life
            lock.withLock { counts.opened += 1 }
            return true
        }

        func write(_ samples: UnsafePointer<Int16>, frames: Int) -> SoundWriting {
            left -= 1
            if left < 0 { return .gone }
            lock.withLock { counts.frames += frames }
            return .taken(frames)
        }

        func close() { lock.withLock { counts.closed += 1 } }
    }

    /// A device that takes the first piece and then never comes back.
    private final class HangingOutput: SoundOutput, @unchecked Sendable {
        let isHanging = DispatchSemaphore(value: 0)
        let release = DispatchSemaphore(value: 0)

        func open(latency: Double) -> Bool { true }

        func write(_ samples: UnsafePointer<Int16>, frames: Int) -> SoundWriting {
            isHanging.signal()
            release.wait()
            return .gone
        }

        func close() {}
    }

    @Test("a device that hangs does not keep the program from ending")
    func hanging() {
        let output = HangingOutput()
        let device = SoundDevice(Mixer(), output: output)
        #expect(device.start())
        #expect(output.isHanging.wait(timeout: .now() + 5) == .success)
        let start = Date()
        device.stop()
        #expect(Date().timeIntervalSince(start) < 4)
        output.release.signal()
    }

    @Test("a device that is taken away leaves a silent clock, and is tried again")
    func taken() throws {
        let mixer = Mixer()
        let output = DyingOutput(life: 20)
        let device = SoundDevice(mixer, output: output)
        let voice = try Self.play(Self.tone(seconds: 1), on: mixer)
        #expect(device.start())
        #expect(wait(seconds: 2) { output.seen.closed == 1 })
        #expect(!device.isOpen && mixer.isPlaying(voice))
        let before = mixer.played(voice)
        usleep(300_000)
        let passed = Double(mixer.played(voice) - before) / 44_100
        #expect(passed > 0.1 && passed < 0.6)
        #expect(wait(seconds: 3) { !mixer.isPlaying(voice) })
        #expect(wait(seconds: 4) { output.seen.opened == 2 })
        device.stop()
        #expect(output.seen.closed == 2)
    }

    @Test("the ring gives what was put in, in order, whatever the sizes; it never takes more than it holds")
    func ring() throws {
        let ring = SampleRing(capacity: 64)
        var (next, expected): (Float, Float) = (0, 0)
        var source = [Float](repeating: 0, count: 200)
        var target = [Float](repeating: 0, count: 200)
        for step in 0..<1000 {
            let wanted = step * 7 % 90
            for index in 0..<wanted * 2 { source[index] = next + Float(index) }
            let taken = ring.write(source, frames: wanted)
            #expect(taken <= wanted && ring.count <= 64)
            next += Float(taken * 2)
            let got = ring.read(&target, frames: step * 11 % 70)
            for index in 0..<got * 2 {
                #expect(target[index] == expected)
                expected += 1
            }
        }
        #expect(expected > 10_000)
    }

    @Test("the ring carries samples between two threads without a loss")
    func ringOfThreads() {
        final class Box: @unchecked Sendable {
            let ring = SampleRing(capacity: 256)
            var isRight = true
        }
        let box = Box()
        let total = 200_000
        let writer = Thread {
            var next: Float = 0
            var source = [Float](repeating: 0, count: 100)
            while Int(next) < total * 2 {
                for index in 0..<100 { source[index] = (next + Float(index)).truncatingRemainder(dividingBy: 9973) }
                let taken = box.ring.write(source, frames: 50)
                next += Float(taken * 2)
                if taken == 0 { usleep(10) }
            }
        }
        writer.start()
        var read = 0
        var target = [Float](repeating: 0, count: 90)
        let end = Date(timeIntervalSinceNow: 20)
        while read < total * 2, Date() < end {
            let got = box.ring.read(&target, frames: 45)
            for index in 0..<got * 2 where target[index] != Float((read + index) % 9973) { box.isRight = false }
            read += got * 2
            if got == 0 { usleep(10) }
        }
        #expect(box.isRight && read >= total * 2)
    }
}
