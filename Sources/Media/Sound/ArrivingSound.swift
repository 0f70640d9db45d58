/// An MP3 file that is on its way: what has come of it, frame by frame.
public final class ArrivingSound {
    /// All that has come.
    public private(set) var bytes: [UInt8] = []
    /// Nothing more will come.
    public private(set) var isComplete = false
    /// Where each whole frame lies.
    private(set) var frames: [Range<Int>] = []
    /// Of the first frame; all are taken to be like it.
    private(set) var coding: SoundCoding?
    /// Milliseconds that a frame lasts.
    private(set) var frameDuration = 0.0
    /// Bytes that have been looked through.
    private var scanned = 0

    public init() {}

    /// Milliseconds of sound that have come.
    public var milliseconds: Double { Double(frames.count) * frameDuration }

    public func append(_ more: [UInt8]) {
        bytes += more
        // What stands before the sound must be there as a whole.
        guard let start = MP3Frames.start(of: bytes), start <= bytes.count else { return }
        scanned = max(scanned, start)
        let list = MP3Frames.packets(of: bytes, in: [scanned..<bytes.count])
        scanned = max(scanned, min(bytes.count, list.end))
        frames += list.packets.compactMap(\.first)
        guard coding == nil, let first = frames.first, let shape = MP3Frames.shape(ofFrame: Array(bytes[first])) else {
            return
        }
        coding = SoundCoding(codec: .mp3, sampleRate: shape.sampleRate, is16Bit: true, isStereo: true)
        frameDuration = Double(shape.frames) * 1000 / Double(shape.sampleRate)
    }

    public func finish() { isComplete = true }

    /// What the file says of itself at its start, nil where nothing is there, or not yet all of it.
    public var tag: ID3Tag? {
        guard let start = MP3Frames.start(of: bytes), start > 0, start <= bytes.count else { return nil }
        return ID3Tag(of: Array(bytes[..<start]))
    }
}

/// Decodes an ``ArrivingSound`` from a moment on, as far as it has come.
public final class ArrivingReader {
    private let sound: ArrivingSound
    /// Milliseconds from the start of the sound where each run begins.
    private let start: Double
    private var decoder: PacketSound?
    private var next = 0
    /// Frames of 44.1 kHz that are still to be thrown away: what is decoded before the start.
    private var toSkip = 0
    private var runsLeft: Int
    /// Frames of the file that are decoded before the start: they may lend it bits.
    private static let warmUp = 10

    public init(_ sound: ArrivingSound, from start: Double, runs: Int) {
        self.sound = sound
        self.start = max(0, start)
        runsLeft = max(1, runs)
    }

    /// There is a codec for it, as far as is known.
    public private(set) var isPlayable = true

    /// All runs have been read.
    public private(set) var isDone = false

    /// Milliseconds that can be read now.
    public var available: Double { max(0, sound.milliseconds - max(start, Double(next) * sound.frameDuration)) }

    /// Appends up to about `count` frames, interleaved stereo of 44,100 a second.
    public func read(_ count: Int, into samples: inout [Float]) {
        guard prepare() else { return }
        let end = samples.count + count * 2
        while samples.count < end, !isDone {
            guard next < sound.frames.count else {
                guard sound.isComplete else { return }
                runsLeft -= 1
                // A sound without frames would go round for ever.
                guard runsLeft > 0, sound.milliseconds > start else { return isDone = true }
                rewind()
                continue
            }
            var decoded: [Float] = []
            decoder?.decode(sound.bytes[sound.frames[next]], into: &decoded)
            next += 1
            let skipped = min(toSkip, decoded.count / 2)
            toSkip -= skipped
            samples += decoded[(skipped * 2)...]
        }
    }

    private func prepare() -> Bool {
        guard decoder == nil else { return true }
        guard let coding = sound.coding else {
            isDone = sound.isComplete
            return false
        }
        decoder = PacketSound(coding, setup: [])
        guard decoder != nil else {
            (isPlayable, isDone) = (false, true)
            return false
        }
        rewind()
        return true
    }

    private func rewind() {
        decoder?.reset()
        let first = Int(min(1e9, start / sound.frameDuration))
        next = max(0, first - Self.warmUp)
        let early = start - Double(next) * sound.frameDuration
        toSkip = Int(min(1e12, early * Double(Mixer.sampleRate) / 1000))
    }
}
