import Base
import CAlsa
import Glibc
import Player
import Synchronization

/// A microphone of ALSA, read on a thread of its own: it waits there for the device, never the movie.
final class SoundInput: HostMicrophone, @unchecked Sendable {
    private let pcm: OpaquePointer
    private let rate: Int
    private let heard: Mutex<[Float]>
    private let isStopped = Atomic(false)
    private let isGone = Atomic(false)
    /// Frames that are read at once: 10 ms.
    private let period: Int
    /// Microseconds of sound that the device holds for us.
    private static let latency: UInt32 = 60_000
    /// Milliseconds that a read waits before it looks whether it is to end.
    private static let longestWait: Int32 = 50
    /// Seconds of what has been heard that are kept for a movie that does not ask.
    private static let longestKept = 2

    /// Nil: the device is missing, busy or cannot be read.
    /// - Parameter name: as ALSA calls the device.
    init?(_ name: String, rate: Int) {
        calsa_be_quiet()
        var opened: OpaquePointer?
        guard snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK) == 0, let opened else { return nil }
        let status = snd_pcm_set_params(
            opened, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(rate), 1, Self.latency)
        guard status == 0, snd_pcm_start(opened) == 0 else {
            snd_pcm_close(opened)
            return nil
        }
        pcm = opened
        self.rate = rate
        period = max(1, rate / 100)
        heard = Mutex([])
        // The thread closes the device: it lives at least as long as that.
        guard let thread = PosixThread({ self.run() }) else {
            snd_pcm_close(opened)
            return nil
        }
        thread.detach()
    }

    func read(into samples: inout [Float]) -> Bool {
        samples += heard.withLock { kept in
            defer { kept.removeAll(keepingCapacity: true) }
            return kept
        }
        return !isGone.load(ordering: .relaxed)
    }

    func close() { isStopped.store(true, ordering: .relaxed) }

    private func run() {
        let buffer = UnsafeMutablePointer<Int16>.allocate(capacity: period)
        buffer.initialize(repeating: 0, count: period)
        defer { buffer.deallocate() }
        /// Time up to which what has been read was heard: some devices (files, nothing at all) give at once what is asked.
        var heardUntil = Clock.now
        while !isStopped.load(ordering: .relaxed) {
            let ahead = heardUntil - Clock.now
            if ahead > 0 { usleep(UInt32(min(50, ahead) * 1000)) }
            let count = snd_pcm_readi(pcm, buffer, UInt(period))
            if count > 0 {
                keep(UnsafeBufferPointer(start: buffer, count: Int(count)))
                heardUntil = max(heardUntil, Clock.now - 100) + Double(count) * 1000 / Double(rate)
            } else if count == -Int(EAGAIN) || count == 0 {
                let waited = snd_pcm_wait(pcm, Self.longestWait)
                if waited < 0, !recover(Int(waited)) { break }
                heardUntil = min(heardUntil, Clock.now)
            } else if !recover(count) {
                break
            }
        }
        isGone.store(true, ordering: .relaxed)
        snd_pcm_close(pcm)
    }

    /// An overrun and a suspended machine can be mended; a device that has gone cannot.
    private func recover(_ problem: Int) -> Bool {
        guard snd_pcm_recover(pcm, Int32(problem), 1) >= 0 else { return false }
        return snd_pcm_state(pcm) == SND_PCM_STATE_RUNNING || snd_pcm_start(pcm) >= 0
    }

    private func keep(_ samples: UnsafeBufferPointer<Int16>) {
        heard.withLock { kept in
            let most = rate * Self.longestKept
            if kept.count > most { kept.removeFirst(kept.count - most / 2) }
            for sample in samples { kept.append(Float(sample) * (1 / 32768)) }
        }
    }
}

extension SoundInput {
    /// What ALSA can record from: the device's name for ALSA, and for people.
    struct Device: Equatable {
        var name: String
        var title: String
    }

    /// The machine's own choice first, then each card; `chosen`: that one alone. Empty where nothing can be recorded.
    static func devices(_ chosen: String? = nil) -> [Device] {
        calsa_be_quiet()
        if let chosen { return opens(chosen) ? [Device(name: chosen, title: chosen)] : [] }
        var found: [Device] = []
        if opens("default") { found.append(Device(name: "default", title: "Default microphone")) }
        var card: Int32 = -1
        while snd_card_next(&card) == 0, card >= 0 {
            let name = "plughw:\(card)"
            guard records(card) else { continue }
            var title: UnsafeMutablePointer<CChar>?
            let status = snd_card_get_name(card, &title)
            found.append(Device(name: name, title: status == 0 ? title.map { String(cString: $0) } ?? name : name))
            free(title)
        }
        return found
    }

    private static func opens(_ name: String) -> Bool {
        var opened: OpaquePointer?
        let status = snd_pcm_open(&opened, name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK)
        if status == 0 { snd_pcm_close(opened) }
        // One that is busy is there all the same.
        return status == 0 || status == -EBUSY
    }

    private static func records(_ card: Int32) -> Bool {
        var control: OpaquePointer?
        guard snd_ctl_open(&control, "hw:\(card)", 0) == 0 else { return false }
        defer { snd_ctl_close(control) }
        var device: Int32 = -1
        var information: OpaquePointer?
        guard snd_pcm_info_malloc(&information) == 0 else { return false }
        defer { snd_pcm_info_free(information) }
        while snd_ctl_pcm_next_device(control, &device) == 0, device >= 0 {
            snd_pcm_info_set_device(information, UInt32(device))
            snd_pcm_info_set_stream(information, SND_PCM_STREAM_CAPTURE)
            if snd_ctl_pcm_info(control, information) == 0 { return true }
        }
        return false
    }
}
