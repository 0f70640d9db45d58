import AVM
import AVM2
import Media
import Player

/// Samples of a `flash.media.Sound` that scripts read and write.
enum SoundSamples {
    /// Frames that one call of `extract` gives at most: a minute.
    private static let longestExtract = 60 * Mixer.sampleRate

    /// `extract`: writes frames of two floats; returns how many. Without a start it goes on where it ended.
    static let extract: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(SoundState.self)
        guard let storage = call.object(0)?.native(as: ByteArrayState.self)?.storage else {
            throw call.machine.makeError(.type, 2007, ["target"])
        }
        let (length, start) = (call.number(1), call.number(2))
        if start >= 0 { state.extractPosition = Int(min(start, 1e12)) }
        guard let clip = state.clip, length >= 1 else { return .zero }
        let samples = clip.extract(from: state.extractPosition, count: Int(min(length, Double(longestExtract))))
        try storage.append(samples, call)
        state.extractPosition += samples.count / 2
        return Value(samples.count / 2)
    }

    /// `loadCompressedDataFromByteArray`: the bytes of an MP3 file.
    static let loadCompressed: NativeBody = { (call) throws(ScriptError) in
        let (state, storage) = try target(call)
        let count = Int(call.uint(1))
        guard count > 0, count <= storage.available else { throw call.machine.makeError(.range, 2084) }
        let bytes = Array(storage.bytes[storage.position..<storage.position + count])
        storage.position += count
        guard let clip = SoundClip(mp3: bytes) else { throw call.machine.makeError(.argument, 2084) }
        state.clip = clip
        state.length = MP3Frames.milliseconds(of: bytes) ?? 0
        state.bytesLoaded = count
        state.bytesTotal = count
        state.hasData = true
        return .undefined
    }

    /// `loadPCMFromByteArray`: floats or 16-bit numbers, in the byte order of the array.
    static let loadPCM: NativeBody = { (call) throws(ScriptError) in
        let (state, storage) = try target(call)
        let (count, isStereo) = (Int(call.uint(1)), call.bool(3))
        let format = try call.machine.toString(call[2]).text
        guard format == "float" || format == "short" else { throw call.machine.makeError(.argument, 2008) }
        let rate = Int(max(0, min(1e6, call.number(4))))
        guard [44_100, 22_050, 11_025, 5_512, 5_513].contains(rate) else {
            throw call.machine.makeError(.argument, 2008)
        }
        let channels = isStereo ? 2 : 1
        let size = count * channels * (format == "float" ? 4 : 2)
        guard count > 0, size <= storage.available else { throw call.machine.makeError(.eof, 2030) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * channels * 2)
        do throws(ByteStorage.Fault) {
            for _ in 0..<count * channels {
                let sample =
                    format == "float"
                    ? fixed(try storage.readFloat()) : Int16(bitPattern: try storage.read(UInt16.self))
                bytes.append(UInt8(truncatingIfNeeded: sample))
                bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
            }
        } catch {
            throw call.machine.makeError(.eof, 2030)
        }
        let coding = SoundCoding(
            codec: .littleEndian, sampleRate: min(rate, rate == 5_513 ? 5_512 : rate), is16Bit: true,
            isStereo: isStereo)
        state.clip = SoundClip(coding, bytes, blocks: [0..<bytes.count], frameCount: count)
        state.length = Double(count) * 1000 / Double(rate)
        state.bytesLoaded = bytes.count
        state.bytesTotal = bytes.count
        state.hasData = true
        return .undefined
    }

    private static func fixed(_ sample: Float) -> Int16 {
        sample.isNaN ? 0 : Int16(max(-32768, min(32767, (sample * 32768).rounded())))
    }

    /// A sound is loaded once.
    private static func target(_ call: NativeCall) throws(ScriptError) -> (SoundState, ByteStorage) {
        let state = try call.state(SoundState.self)
        guard state.load == 0, !state.hasData else { throw call.machine.makeError(.error, 2037) }
        guard let storage = call.object(0)?.native(as: ByteArrayState.self)?.storage else {
            throw call.machine.makeError(.type, 2007, ["bytes"])
        }
        return (state, storage)
    }
}

/// A sound that a script makes piece by piece, asked for with `sampleData` events.
final class SampleFeed {
    /// A piece with fewer frames is the last.
    private static let smallestPiece = 2048
    /// More than this of one piece is thrown away.
    private static let largestPiece = 8192
    /// Frames that wait to be heard, below which more are asked for: 93 ms.
    private static let low = 4096

    private let sound, channel: Object
    private let state: SoundChannelState
    private let gains: Gains
    private unowned let runtime: AVM2Runtime
    private let queue = QueueReader()
    private var asked = 0
    private var isLast = false

    init(sound: Object, channel: Object, _ state: SoundChannelState, gains: Gains, _ runtime: AVM2Runtime) {
        self.sound = sound
        self.channel = channel
        self.state = state
        self.gains = gains
        self.runtime = runtime
    }

    /// The channel lives, and with it the sound, until the feed ends.
    func begin() {
        state.beginFeed(channel, runtime)
        runtime.services.retain(sound)
        state.voice = runtime.player.sound.play(queue, VoiceOptions(gains: gains))
        // The first piece is asked for after the script that starts the sound.
        var isFirst = true
        runtime.player.sound.addFeed { [self] in
            if isFirst {
                isFirst = false
                return true
            }
            if advance() { return true }
            runtime.services.release(sound)
            return false
        }
    }

    /// False: it is over.
    private func advance() -> Bool {
        guard state.isFed else { return false }
        let mixer = runtime.player.sound.mixer
        while !isLast, mixer.waiting(in: queue) < Self.low {
            let piece = ask()
            guard state.isFed else { return false }
            if piece.count / 2 < Self.smallestPiece { isLast = true }
            mixer.append(piece, to: queue)
            asked += piece.count / 2
        }
        guard isLast else { return true }
        mixer.close(queue)
        if mixer.waiting(in: queue) > 0, let voice = state.voice, runtime.player.sound.heard(voice) != nil {
            return true
        }
        state.endFeed(channel, completes: true, runtime)
        return false
    }

    /// Sends one `sampleData` event and takes what its listeners have written.
    private func ask() -> [Float] {
        var piece: [Float] = []
        runtime.perform { () throws(ScriptError) in
            let type = runtime.machine.heap.strings.pinned("sampleData")
            guard runtime.willTrigger(type, sound) else { return }
            let bytes = try runtime.machine.make("flash.utils.ByteArray")
            let event = try runtime.makeEvent(
                "flash.events.SampleDataEvent", "sampleData", [Value(asked), Value(bytes)])
            _ = try runtime.dispatch(event, to: sound)
            guard let storage = bytes.native(as: ByteArrayState.self)?.storage else { return }
            storage.position = 0
            let count = min(storage.available / 8, Self.largestPiece) * 2
            piece.reserveCapacity(count)
            for _ in 0..<count {
                guard let sample = try? storage.readFloat() else { break }
                piece.append(sample.isFinite ? max(-4, min(4, sample)) : 0)
            }
        }
        return piece
    }
}
