/// A sound that can be played by any number of voices at once. Made and asked on the player's thread.
public final class SoundClip {
    public let coding: SoundCoding
    private let bytes: [UInt8]
    /// One for a whole sound; one a packet or frame for streams.
    private let blocks: [Range<Int>]
    private let skip: Int
    /// Frames at its own rate, nil: all there are.
    private let frameCount: Int?
    private let setup: [UInt8]
    private var decoded: [Int16]?
    private var isUnplayable = false
    /// Found once, however often the sound is played.
    private lazy var packets = SoundDecoder.packets(coding, bytes, blocks: blocks)
    /// What ``extract(from:count:)`` reads with, and where it stands: scripts take a sound piece after piece.
    private var extraction: (reader: SampleReader, position: Int)?
    /// Sounds up to this long are kept decoded, so that starting one costs nothing: 1.7 MB.
    private static let longestKept = 10.0

    public init(
        _ coding: SoundCoding, _ bytes: [UInt8], blocks: [Range<Int>], skip: Int = 0, frameCount: Int? = nil,
        setup: [UInt8] = []
    ) {
        self.coding = coding
        self.bytes = bytes
        self.blocks = blocks
        self.skip = skip
        self.frameCount = frameCount
        self.setup = setup
    }

    /// The sound of a definition: an MP3 there starts with how many samples to skip.
    public convenience init(defined coding: SoundCoding, _ bytes: [UInt8], in range: Range<Int>, frameCount: Int) {
        let range = range.clamped(to: 0..<bytes.count)
        guard coding.codec == .mp3, range.count > 2 else {
            self.init(coding, bytes, blocks: [range], frameCount: frameCount)
            return
        }
        let skip = Int16(truncatingIfNeeded: Int(bytes[range.lowerBound]) | Int(bytes[range.lowerBound + 1]) << 8)
        self.init(
            coding, bytes, blocks: [range.lowerBound + 2..<range.upperBound], skip: max(0, Int(skip)),
            frameCount: frameCount)
    }

    /// An MP3 file. Nil where it has no frame.
    public convenience init?(mp3 bytes: [UInt8]) {
        guard let rate = MP3Frames.sampleRate(of: bytes) else { return nil }
        let coding = SoundCoding(codec: .mp3, sampleRate: rate, is16Bit: true, isStereo: true)
        // Pictures in a tag may look like frames.
        self.init(coding, bytes, blocks: [min(bytes.count, MP3Frames.start(of: bytes) ?? 0)..<bytes.count])
    }

    /// Samples of 16 bits, stereo, 44,100 frames a second.
    public init(samples: [Int16]) {
        coding = SoundCoding(codec: .littleEndian, sampleRate: 44_100, is16Bit: true, isStereo: true)
        (bytes, blocks, skip, frameCount, setup) = ([], [], 0, samples.count / 2, [])
        decoded = samples
    }

    /// A reader at its start. Nil where its codec is not there.
    public func makeReader() -> SampleReader? {
        if let decoded { return MemoryReader(decoded) }
        guard let reader = makeDecodingReader() else { return nil }
        guard let frameCount, Double(frameCount) / Double(coding.sampleRate) <= Self.longestKept else { return reader }
        let samples = reader.readAll(limit: Int((Self.longestKept + 1) * 44_100))
        decoded = samples
        return MemoryReader(samples)
    }

    /// A reader that can go to any block. Nil where its codec is not there.
    public func makeDecodingReader() -> DecodingReader? {
        guard !isUnplayable,
            let decoder = SoundDecoder.make(coding, bytes, blocks: blocks, setup: setup, packets: packets)
        else {
            isUnplayable = true
            return nil
        }
        return DecodingReader(decoder, skip: skip, length: frameCount)
    }

    /// Up to `count` frames from `start` on, as `Sound.extract` gives them.
    public func extract(from start: Int, count: Int) -> [Float] {
        guard count > 0, let reader = extraction?.reader ?? makeReader() else { return [] }
        if extraction?.position != start { reader.seek(to: start) }
        let samples = [Float](unsafeUninitializedCapacity: count * 2) { buffer, initialized in
            guard let base = buffer.baseAddress else { return }
            initialized = reader.read(into: base, capacity: count) * 2
        }
        extraction = (reader, start + samples.count / 2)
        return samples
    }
}

extension SampleReader {
    /// All there is, up to `limit` frames.
    func readAll(limit: Int) -> [Int16] {
        var samples: [Int16] = []
        let chunk = UnsafeMutablePointer<Float>.allocate(capacity: 4096)
        defer { chunk.deallocate() }
        while samples.count / 2 < limit {
            let count = read(into: chunk, capacity: 2048)
            for index in 0..<count * 2 {
                samples.append(Int16(max(-32768, min(32767, (chunk[index] * 32768).rounded()))))
            }
            if count < 2048 { break }
        }
        return samples
    }
}
