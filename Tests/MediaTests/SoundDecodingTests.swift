import Testing

@testable import Media

@Suite("Decoding of sound")
struct SoundDecodingTests {
    @Test("16-bit samples at 44.1 kHz come out as they are", arguments: [false, true])
    func plain(isStereo: Bool) {
        let bytes: [UInt8] = [0, 0x40, 0, 0xC0, 0xFF, 0x7F, 0, 0x80]
        let samples = SoundSamples.clip(.littleEndian, rate: 44_100, isStereo: isStereo, bytes).extract(
            from: 0, count: 9)
        let stored: [Float] = [0.5, -0.5, 32767 / 32768, -1]
        #expect(samples == (isStereo ? stored : stored.flatMap { [$0, $0] }))
    }

    @Test("8-bit samples have their zero at 128")
    func eightBit() {
        let samples = SoundSamples.clip(.native, rate: 44_100, is16Bit: false, [128, 192, 0]).extract(from: 0, count: 9)
        #expect(samples == [0, 0, 0.5, 0.5, -1, -1])
    }

    @Test(
        "a tone keeps its frequency, its level and its length at every rate",
        arguments: [5512, 11_025, 22_050, 48_000, 8000])
    func rates(rate: Int) {
        let exact = rate == 5512 ? 5512.5 : Double(rate)
        let bytes = SoundSamples.tone(440, rate: exact, seconds: 1)
        let samples = SoundSamples.left(SoundSamples.clip(.littleEndian, rate: rate, bytes))
        #expect(abs(samples.count - 44_100) < 20)
        let (level, rest) = SoundSamples.fit(440, samples[4000..<40_000])
        #expect(abs(level - 0.5) < 0.002)
        #expect(rest < 0.003)
    }

    @Test("what a lower rate cannot hold is not heard as another tone")
    func noAliases() {
        // 1 kHz at 5.5 kHz: without a filter there would be an image at 4.5 kHz.
        let bytes = SoundSamples.tone(1000, rate: 5512.5, seconds: 1)
        let samples = SoundSamples.left(SoundSamples.clip(.littleEndian, rate: 5512, bytes))
        #expect(SoundSamples.fit(4512.5, samples[4000..<40_000]).level < 0.001)
    }

    @Test("sounds can be read from any frame on", arguments: [22_050, 44_100])
    func seeking(rate: Int) {
        let clip = SoundSamples.clip(
            .littleEndian, rate: rate, SoundSamples.tone(300, rate: Double(rate), seconds: 0.5))
        let all = clip.extract(from: 0, count: 20_000)
        #expect(clip.extract(from: 7001, count: 50) == Array(all[14_002..<14_102]))
    }

    @Test("ADPCM follows a tone; finer codes follow it more closely", arguments: [2, 3, 4, 5], [false, true])
    func adpcm(bits: Int, isStereo: Bool) {
        let tone = SoundSamples.tone(440, rate: 44_100, seconds: 0.4)
        let bytes = ADPCMEncoder.encode(tone, bits: bits, isStereo: isStereo)
        let samples = SoundSamples.clip(.adpcm, rate: 44_100, isStereo: isStereo, bytes).extract(from: 0, count: 30_000)
        // Frames over two packets; padding may add one.
        #expect(samples.count / 2 >= 17_640 && samples.count / 2 <= 17_644)
        var worst: Float = 0
        for frame in 100..<17_640 {
            let wanted = Float(Int16(truncatingIfNeeded: Int(tone[2 * frame]) | Int(tone[2 * frame + 1]) << 8)) / 32768
            worst = max(worst, abs(samples[2 * frame] - wanted), abs(samples[2 * frame + 1] - wanted))
        }
        #expect(worst < [2: 0.2, 3: 0.06, 4: 0.03, 5: 0.015][bits]!)
    }

    @Test(
        "any bytes decode to something or to nothing, without end of the program",
        arguments: [UInt8(0), 1, 2, 4, 5, 6, 7, 8, 10, 11])
    func garbage(codec: UInt8) {
        var state: UInt32 = 1
        let bytes = (0..<5000).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        let clip = SoundSamples.clip(SoundCoding.Codec(rawValue: codec)!, rate: 22_050, isStereo: true, bytes)
        #expect(clip.extract(from: 0, count: 100_000).allSatisfy { $0.isFinite && abs($0) < 4 })
    }

    @Test("A-law and µ-law", .enabled(if: MediaLibrary.isAvailable))
    func logarithmic() {
        // The smallest and the largest step of each side; ITU-T G.711.
        let muLaw = SoundSamples.clip(.muLaw, rate: 44_100, [0xFF, 0x80, 0x00]).extract(from: 0, count: 3)
        #expect(muLaw == [0, 0, 32124, 32124, -32124, -32124].map { Float($0) / 32768 })
        let aLaw = SoundSamples.clip(.aLaw, rate: 44_100, [0xD5, 0xAA, 0x2A]).extract(from: 0, count: 3)
        #expect(aLaw == [8, 8, 32256, 32256, -32256, -32256].map { Float($0) / 32768 })
    }

    @Test(
        "MP3 made by ffmpeg: frequency, level, length and blocks",
        .enabled(if: MediaLibrary.isAvailable && FFmpeg.isAvailable))
    func mp3() throws {
        let bytes = try FFmpeg.run("-f lavfi -i sine=440:r=44100:d=1 -b:a 96k -id3v2_version 0", format: "mp3")
        let clip = try #require(SoundClip(mp3: bytes))
        let samples = SoundSamples.left(clip)
        #expect(samples.count >= 44_100 && samples.count < 44_100 + 4 * 1152)
        // ffmpeg's sine has an eighth of the full level, of which an encoder may take a little.
        let (level, rest) = SoundSamples.fit(440, samples[8000..<36_000])
        #expect(level > 0.115 && level < 0.127)
        #expect(rest < 0.01)
        // Cut into blocks at any place it is the same stream.
        let cuts = stride(from: 0, to: bytes.count, by: 777).map { $0..<min($0 + 777, bytes.count) }
        let cut = SoundClip(clip.coding, bytes, blocks: cuts)
        #expect(SoundSamples.left(cut) == samples)
    }
}

/// Encodes as the decoder expects it, by choosing for each sample the code that comes closest.
private enum ADPCMEncoder {
    static func encode(_ tone: [UInt8], bits: Int, isStereo: Bool) -> [UInt8] {
        var packer = BitPacker()
        packer.put(bits - 2, 2)
        let channels = isStereo ? 2 : 1
        var state = [(sample: Int, index: Int)](repeating: (0, 0), count: channels)
        for frame in 0..<tone.count / 2 {
            let wanted = Int(Int16(truncatingIfNeeded: Int(tone[2 * frame]) | Int(tone[2 * frame + 1]) << 8))
            for channel in 0..<channels {
                if frame % 4096 == 0 {
                    state[channel] = (wanted, state[channel].index)
                    packer.put(wanted & 0xFFFF, 16)
                    packer.put(state[channel].index, 6)
                    continue
                }
                let code = best(wanted, state[channel], bits)
                state[channel] = next(code, state[channel], bits)
                packer.put(code, bits)
            }
        }
        return packer.bytes
    }

    private static func best(_ wanted: Int, _ state: (sample: Int, index: Int), _ bits: Int) -> Int {
        (0..<1 << bits).min { abs(next($0, state, bits).sample - wanted) < abs(next($1, state, bits).sample - wanted) }!
    }

    /// The steps of IMA ADPCM by their rule of growth, and how far each code moves along them.
    private static func next(_ code: Int, _ state: (sample: Int, index: Int), _ bits: Int) -> (sample: Int, index: Int)
    {
        let sign = 1 << (bits - 1)
        let magnitude = code & (sign - 1)
        let delta = (Int(ADPCMTables.steps[state.index]) * (2 * magnitude + 1)) >> (bits - 1)
        let half = sign / 2
        let moves: [Int: [Int]] = [2: [2], 3: [2, 4], 4: [2, 4, 6, 8], 5: [1, 2, 4, 6, 8, 10, 13, 16]]
        let move = magnitude < half ? -1 : moves[bits]![magnitude - half]
        let sample = max(-32768, min(32767, code & sign != 0 ? state.sample - delta : state.sample + delta))
        return (sample, max(0, min(88, state.index + move)))
    }
}
