import Glibc

/// Adds up all voices: interleaved stereo, 44,100 frames a second.
///
/// The player starts and changes voices from its thread while the thread of the sound device pulls. Both hold the lock
/// only while they touch plain fields or mix a short piece, so that neither ever waits for a script or a picture.
public final class Mixer: @unchecked Sendable {
    public static let sampleRate = 44_100
    /// Voices that play at once; Flash starts no 33rd.
    public static let voiceLimit = 32
    /// Frames that are mixed in one go.
    private static let chunk = 512
    /// Frames of the mix that are kept for ``spectrum(stretch:isTransformed:)``.
    private static let historyFrames = 1 << 15

    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let scratch = UnsafeMutablePointer<Float>.allocate(capacity: Mixer.chunk * 2)
    private let history = UnsafeMutablePointer<Float>.allocate(capacity: Mixer.historyFrames * 2)
    private var historyPosition = 0
    private var voices: [Voice] = []
    /// Voices that have ended. The player's thread lets them go, so that the device's thread frees nothing.
    private var ended: [Voice] = []
    private var master = Gains.unity
    private var isPaused = false

    public init() {
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        history.initialize(repeating: 0, count: Self.historyFrames * 2)
        scratch.initialize(repeating: 0, count: Self.chunk * 2)
        voices.reserveCapacity(Self.voiceLimit + 1)
        ended.reserveCapacity(256)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
        scratch.deallocate()
        history.deallocate()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body()
    }

    // MARK: The player's side

    /// Starts a voice. False: too many play already.
    @discardableResult
    public func start(_ voice: Voice) -> Bool {
        locked {
            guard voices.count < Self.voiceLimit else { return false }
            voices.append(voice)
            return true
        }
    }

    public func stop(_ voice: Voice) { locked { voices.removeAll { $0 === voice } } }

    public func stopAll() {
        var gone: [Voice] = []
        locked { swap(&gone, &voices) }
        voices.reserveCapacity(Self.voiceLimit + 1)
    }

    public var voiceCount: Int { locked { voices.count } }

    public func isPlaying(_ voice: Voice) -> Bool { locked { !voice.isFinished && voices.contains { $0 === voice } } }

    public func setGains(_ gains: Gains, of voice: Voice) { locked { voice.gains = gains } }

    /// What the whole mix is played with.
    public func setMaster(_ gains: Gains) { locked { master = gains } }

    /// While paused the mix is silent and no voice moves on.
    public func setPaused(_ isPaused: Bool) { locked { self.isPaused = isPaused } }

    /// Frames of the voice that have been mixed.
    public func played(_ voice: Voice) -> Int { locked { voice.played } }

    /// Largest sample of each side of what was mixed last, 0...1.
    public func peaks(of voice: Voice) -> (left: Float, right: Float) {
        locked { (min(1, voice.leftPeak), min(1, voice.rightPeak)) }
    }

    /// Adds frames, interleaved, to what the reader of a voice has.
    public func append(_ samples: some Sequence<Float>, to queue: QueueReader) { locked { queue.append(samples) } }
    public func close(_ queue: QueueReader) { locked { queue.close() } }
    public func waiting(in queue: QueueReader) -> Int { locked { queue.count } }

    /// Frees what has ended. Called on the player's thread now and then.
    public func releaseEnded() {
        var gone: [Voice] = []
        gone.reserveCapacity(0)
        locked {
            guard !ended.isEmpty else { return }
            gone = ended
            ended.removeAll(keepingCapacity: true)
        }
    }

    /// Frames of the block that ``recentFrames(_:stride:)`` looks at.
    private static let block = 1024

    /// `count` frames of the mix, oldest first, every `stride`-th, interleaved: from the start of the last whole block,
    /// or further back where a block is too short.
    public func recentFrames(_ count: Int, stride: Int) -> [Float] {
        locked {
            var result: [Float] = []
            result.reserveCapacity(count * 2)
            let span = min(count * max(1, stride), Self.historyFrames - Self.block)
            var place = (historyPosition & ~(Self.block - 1)) - max(span, Self.block)
            for _ in 0..<min(count, span) {
                let index = (place & (Self.historyFrames - 1)) * 2
                result.append(history[index])
                result.append(history[index + 1])
                place += max(1, stride)
            }
            return result
        }
    }

    // MARK: The device's side

    /// Writes the next `frames` of the mix. Allocates nothing.
    public func mix(into output: UnsafeMutablePointer<Float>, frames: Int) {
        output.update(repeating: 0, count: frames * 2)
        var done = 0
        while done < frames {
            let count = min(Self.chunk, frames - done)
            pthread_mutex_lock(lock)
            mixChunk(output + done * 2, count)
            pthread_mutex_unlock(lock)
            done += count
        }
    }

    /// Lets time pass in which nothing is heard.
    public func passSilence(frames: Int) {
        locked {
            let count = min(max(0, frames), Self.historyFrames)
            for place in historyPosition..<historyPosition + count {
                let index = (place & (Self.historyFrames - 1)) * 2
                (history[index], history[index + 1]) = (0, 0)
            }
            historyPosition &+= max(0, frames)
        }
    }

    private func mixChunk(_ output: UnsafeMutablePointer<Float>, _ count: Int) {
        guard !isPaused else { return }
        for voice in voices { voice.mix(into: output, scratch, count) }
        var index = 0
        while index < voices.count {
            if voices[index].isFinished {
                let voice = voices.remove(at: index)
                if ended.count < ended.capacity { ended.append(voice) }
            } else {
                index += 1
            }
        }
        let master = master
        for frame in 0..<count {
            let (left, right) = (output[2 * frame], output[2 * frame + 1])
            let place = (historyPosition & (Self.historyFrames - 1)) * 2
            let outLeft = left * master.leftToLeft + right * master.rightToLeft
            let outRight = left * master.leftToRight + right * master.rightToRight
            output[2 * frame] = max(-1, min(1, outLeft))
            output[2 * frame + 1] = max(-1, min(1, outRight))
            history[place] = output[2 * frame]
            history[place + 1] = output[2 * frame + 1]
            historyPosition &+= 1
        }
    }
}
