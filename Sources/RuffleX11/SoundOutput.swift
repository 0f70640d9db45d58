import CAlsa
import Media

/// A device that takes 16-bit stereo of 44,100 frames a second.
protocol SoundOutput: AnyObject {
    /// Opens it with so many milliseconds of sound in it at most. False: it is missing or busy.
    func open(latency: Double) -> Bool
    /// Hands frames over; waits while it is full.
    func write(_ samples: UnsafePointer<Int16>, frames: Int) -> SoundWriting
    func close()
}

/// What handing frames to a device came to.
enum SoundWriting: Equatable {
    /// It has taken so many.
    case taken(Int)
    /// It had run dry, or the machine was asleep; it goes on.
    case mended
    /// The device has gone.
    case gone
}

/// A device that ALSA knows, be it hardware or one of its plugins to PipeWire or PulseAudio.
final class ALSAOutput: SoundOutput {
    private let name: String
    private var pcm: OpaquePointer?

    /// `name`: as ALSA calls the device.
    init(_ name: String) { self.name = name }

    deinit { close() }

    func open(latency: Double) -> Bool {
        calsa_be_quiet()
        var opened: OpaquePointer?
        // A device that another program has would otherwise be waited for.
        guard snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK) == 0 else { return false }
        guard snd_pcm_nonblock(opened, 0) == 0 else {
            snd_pcm_close(opened)
            return false
        }
        let status = snd_pcm_set_params(
            opened, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 2, UInt32(Mixer.sampleRate), 1,
            UInt32(latency * 1000))
        guard status == 0 else {
            snd_pcm_close(opened)
            return false
        }
        pcm = opened
        return true
    }

    func write(_ samples: UnsafePointer<Int16>, frames: Int) -> SoundWriting {
        guard let pcm else { return .gone }
        let count = snd_pcm_writei(pcm, samples, UInt(frames))
        if count >= 0 { return .taken(Int(count)) }
        // An underrun and a suspended machine can be mended; a device that has gone cannot.
        return snd_pcm_recover(pcm, Int32(count), 1) < 0 ? .gone : .mended
    }

    func close() {
        if let pcm { snd_pcm_close(pcm) }
        pcm = nil
    }
}
