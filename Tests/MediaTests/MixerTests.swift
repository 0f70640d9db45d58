import Testing

@testable import Media

@Suite("The mixer")
struct MixerTests {
    /// A sound whose frames count up: frame n is n/1000 on the left and −n/1000 on the right.
    private static func ramp(_ count: Int) -> MemoryReader {
        MemoryReader((0..<count).flatMap { [Int16($0 * 32), Int16(-$0 * 32)] })
    }

    private static func constant(_ count: Int, _ left: Float = 0.5, _ right: Float = 0.25) -> MemoryReader {
        MemoryReader((0..<count).flatMap { _ in [Int16(left * 32768), Int16(right * 32768)] })
    }

    private static func mix(_ mixer: Mixer, _ frames: Int) -> [Float] {
        var output = [Float](repeating: 9, count: frames * 2)
        output.withUnsafeMutableBufferPointer { mixer.mix(into: $0.baseAddress!, frames: frames) }
        return output
    }

    @Test("silence without voices, the sum with several")
    func sum() {
        let mixer = Mixer()
        #expect(Self.mix(mixer, 700) == Array(repeating: 0, count: 1400))
        mixer.start(Voice(Self.constant(100)))
        mixer.start(Voice(Self.constant(200)))
        let output = Self.mix(mixer, 300)
        #expect(output[0] == 1 && output[1] == 0.5)
        #expect(output[2 * 150] == 0.5 && output[2 * 150 + 1] == 0.25)
        #expect(output[2 * 250] == 0)
        #expect(mixer.voiceCount == 0)
    }

    @Test("volume and balance count from the first frame on")
    func gains() {
        let mixer = Mixer()
        let voice = Voice(Self.constant(2000))
        mixer.start(voice)
        mixer.setGains(Gains(leftToLeft: 0, rightToLeft: 0.5, leftToRight: 1, rightToRight: 0), of: voice)
        let output = Self.mix(mixer, 10)
        #expect(output[0] == 0.125 && output[1] == 0.5)
        #expect(mixer.peaks(of: voice).left == 0.125 && mixer.peaks(of: voice).right == 0.5)
    }

    @Test("a later change comes within three milliseconds, without a jump")
    func ramps() {
        let mixer = Mixer()
        let voice = Voice(Self.constant(4000))
        mixer.start(voice)
        _ = Self.mix(mixer, 1000)
        mixer.setGains(Gains(leftToLeft: 0, rightToRight: 0), of: voice)
        let output = Self.mix(mixer, 1000)
        for frame in 1..<1000 { #expect(abs(output[2 * frame] - output[2 * frame - 2]) < 0.01) }
        #expect(output[2 * 132] == 0)
    }

    @Test("runs between in and out point follow each other without a gap")
    func loops() {
        let mixer = Mixer()
        mixer.start(Voice(Self.ramp(1000), first: 100, end: 130, offset: 10, runs: 3))
        let output = Self.mix(mixer, 200)
        let frames = Array(110..<130) + Array(100..<130) + Array(100..<130)
        for (index, frame) in frames.enumerated() { #expect(output[2 * index] == Float(frame * 32) / 32768) }
        #expect(output.dropFirst(2 * frames.count).allSatisfy { $0 == 0 })
    }

    @Test("a run may end where a piece of the mix does")
    func loopsOfWholePieces() {
        let mixer = Mixer()
        mixer.start(Voice(Self.constant(100), runs: 3))
        for _ in 0..<3 { #expect(Self.mix(mixer, 100)[198] == 0.5) }
        #expect(Self.mix(mixer, 100)[0] == 0)
        #expect(mixer.voiceCount == 0)
    }

    @Test("a sound without frames ends, however often it is to be played")
    func empty() {
        let mixer = Mixer()
        mixer.start(Voice(Self.ramp(0), runs: 65_535))
        mixer.start(Voice(Self.ramp(10), first: 50, end: 20, runs: 65_535))
        _ = Self.mix(mixer, 10)
        #expect(mixer.voiceCount == 0)
    }

    @Test("an envelope goes in straight lines from point to point")
    func envelope() {
        let mixer = Mixer()
        let points = [
            EnvelopePoint(position: 100, left: 0, right: 1), EnvelopePoint(position: 300, left: 1, right: 0),
        ]
        mixer.start(Voice(Self.constant(1000, 0.5, 0.5), envelope: points))
        let output = Self.mix(mixer, 600)
        #expect(output[2 * 50] == 0 && output[2 * 50 + 1] == 0.5)
        #expect(abs(output[2 * 200] - 0.25) < 1e-6 && abs(output[2 * 200 + 1] - 0.25) < 1e-6)
        #expect(output[2 * 400] == 0.5 && output[2 * 400 + 1] == 0)
    }

    @Test("the 33rd voice is not started")
    func limit() {
        let mixer = Mixer()
        for _ in 0..<32 { #expect(mixer.start(Voice(Self.constant(10)))) }
        #expect(!mixer.start(Voice(Self.constant(10))))
        _ = Self.mix(mixer, 11)
        #expect(mixer.start(Voice(Self.constant(10))))
    }

    @Test("paused, nothing moves on")
    func pause() {
        let mixer = Mixer()
        let voice = Voice(Self.ramp(1000))
        mixer.start(voice)
        mixer.setPaused(true)
        #expect(Self.mix(mixer, 50).allSatisfy { $0 == 0 })
        mixer.setPaused(false)
        #expect(Self.mix(mixer, 50)[2 * 20] == Float(20 * 32) / 32768)
        #expect(mixer.played(voice) == 50)
    }

    @Test("a queue that runs dry waits; closed, it ends")
    func queue() {
        let mixer = Mixer()
        let queue = QueueReader()
        let voice = Voice(queue)
        mixer.start(voice)
        mixer.append([0.5, 0.5, 0.25, 0.25], to: queue)
        #expect(Self.mix(mixer, 4) == [0.5, 0.5, 0.25, 0.25, 0, 0, 0, 0])
        #expect(mixer.isPlaying(voice))
        mixer.append([0.125, 0.125], to: queue)
        mixer.close(queue)
        #expect(Self.mix(mixer, 2) == [0.125, 0.125, 0, 0])
        #expect(!mixer.isPlaying(voice))
    }
}
