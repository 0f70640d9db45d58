/// Gives sound as interleaved stereo of 44,100 frames a second. Belongs to one voice of the mixer.
public class SampleReader {
    init() {}

    /// Writes up to `capacity` frames. Fewer: the end has been reached.
    func read(into output: UnsafeMutablePointer<Float>, capacity: Int) -> Int { 0 }

    /// Goes to a frame from the start.
    func seek(to frame: Int) {}

    /// Whether more may come after a short read.
    var isOpen: Bool { false }
}

/// Reads samples that are in memory.
final class MemoryReader: SampleReader {
    private let samples: [Int16]
    private var position = 0

    init(_ samples: [Int16]) { self.samples = samples }

    override func read(into output: UnsafeMutablePointer<Float>, capacity: Int) -> Int {
        let count = min(capacity, samples.count / 2 - position)
        samples.withUnsafeBufferPointer { samples in
            for index in 0..<count * 2 { output[index] = Float(samples[position * 2 + index]) * (1 / 32768) }
        }
        position += count
        return count
    }

    override func seek(to frame: Int) { position = min(max(0, frame), samples.count / 2) }
}

/// Decodes while it is read.
public final class DecodingReader: SampleReader {
    private let decoder: SoundDecoder
    private var resampler: Resampler?
    /// What has been decoded and not been used up.
    private var samples: [Int16] = []
    /// Frames of `samples` that have been used.
    private var used = 0
    /// Frames at the start of the stored sound that are not heard: what an encoder puts before it.
    private let skip: Int
    /// Frames that are heard, at the sound's own rate.
    private let length: Int
    private var toSkip: Int
    private var left: Int
    private var hasEnded = false
    private var discarded: [Float]

    init(_ decoder: SoundDecoder, skip: Int, length: Int?) {
        self.decoder = decoder
        self.skip = max(0, skip)
        self.length = length ?? .max
        toSkip = self.skip
        left = self.length
        samples.reserveCapacity(8192)
        discarded = Array(repeating: 0, count: 2048)
    }

    /// Back to the start, or to the start of a block of a stream.
    public func rewind(toBlock block: Int = 0) {
        decoder.seek(toBlock: block)
        samples.removeAll(keepingCapacity: true)
        used = 0
        toSkip = block == 0 ? skip : 0
        left = length
        hasEnded = false
        resampler?.reset()
    }

    /// Input frames before a place that the resampler looks at.
    private static let lead = 64

    /// Goes near a frame without decoding all that is before it. Returns the frame that comes next, nil where there is no
    /// such way: it stands at the start then.
    private func jump(near frame: Int) -> Int? {
        rewind()
        // Whole input frames that are whole output frames too; 5512 stands for an eighth of 44,100.
        let rate = decoder.sampleRate
        let (from, to): (Int, Int)
        if rate == 5512 {
            (from, to) = (1, 8)
        } else {
            var (a, b) = (rate, Resampler.outputRate)
            while b != 0 { (a, b) = (b, a % b) }
            (from, to) = (rate / a, Resampler.outputRate / a)
        }
        let wanted = skip + Int(min(1e15, Double(frame) * Double(from) / Double(to))) - Self.lead - from
        guard wanted > skip else { return nil }
        let place = decoder.seek(toFrame: wanted)
        guard place > skip, place <= wanted else {
            rewind()
            return nil
        }
        let heard = place - skip
        toSkip = (from - heard % from) % from
        left = max(0, length - heard - toSkip)
        return (heard + toSkip) / from * to
    }

    override func seek(to frame: Int) {
        var rest = max(0, frame - (jump(near: frame) ?? 0))
        while rest > 0 {
            let count = discarded.withUnsafeMutableBufferPointer { buffer in
                read(into: buffer.baseAddress!, capacity: min(rest, buffer.count / 2))
            }
            if count == 0 { return }
            rest -= count
        }
    }

    /// Has something to give in `samples`, or `hasEnded`.
    private func refill() {
        samples.removeAll(keepingCapacity: true)
        used = 0
        while used >= samples.count / 2, !hasEnded {
            samples.removeAll(keepingCapacity: true)
            used = 0
            if left > 0, decoder.decode(into: &samples) {
                let skipped = min(toSkip, samples.count / 2)
                used = skipped
                toSkip -= skipped
                let count = samples.count / 2 - used
                if count > left { samples.removeLast((count - left) * 2) }
                left -= min(count, left)
            } else {
                hasEnded = true
                if decoder.sampleRate != Resampler.outputRate {
                    samples.append(contentsOf: repeatElement(0, count: Resampler.tail * 2))
                }
            }
        }
        if decoder.sampleRate != Resampler.outputRate, resampler?.inputRate != decoder.sampleRate {
            resampler = Resampler(from: decoder.sampleRate)
        }
    }

    override func read(into output: UnsafeMutablePointer<Float>, capacity: Int) -> Int {
        var made = 0
        while made < capacity {
            if used >= samples.count / 2 {
                if hasEnded { break }
                refill()
                if used >= samples.count / 2 { break }
            }
            let target = output + made * 2
            if decoder.sampleRate == Resampler.outputRate {
                let count = min(capacity - made, samples.count / 2 - used)
                for index in 0..<count * 2 { target[index] = Float(samples[used * 2 + index]) * (1 / 32768) }
                used += count
                made += count
            } else {
                made += resampler?.run(samples, position: &used, into: target, capacity: capacity - made) ?? 0
            }
        }
        return made
    }
}

/// Samples that are made while they are played: by a script or from a stream that is being loaded.
public final class QueueReader: SampleReader {
    private var samples: [Float] = []
    private var start = 0
    /// Nothing more will be added.
    private var isClosed = false

    public override init() {
        super.init()
        samples.reserveCapacity(1 << 16)
    }

    /// Frames that wait to be heard. Asked for and changed only with the mixer locked.
    var count: Int { (samples.count - start) / 2 }

    func append(_ frames: some Sequence<Float>) {
        if start > 0 {
            samples.removeFirst(start)
            start = 0
        }
        samples.append(contentsOf: frames)
    }

    func close() { isClosed = true }

    override var isOpen: Bool { !isClosed }

    override func read(into output: UnsafeMutablePointer<Float>, capacity: Int) -> Int {
        let taken = min(capacity, count)
        samples.withUnsafeBufferPointer { samples in
            for index in 0..<taken * 2 { output[index] = samples[start + index] }
        }
        start += taken * 2
        return taken
    }
}
