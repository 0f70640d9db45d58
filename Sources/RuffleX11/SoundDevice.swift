import CAlsa
import Glibc
import Media
import Synchronization

/// The sound device and the thread that feeds it from the mixer.
///
/// Where the device is missing, busy or goes away, the thread lets the mix pass unheard at its proper speed, so that
/// the movie's sounds go on and end in time, and tries the device again now and then.
final class SoundDevice: @unchecked Sendable {
    /// Milliseconds of sound that wait in the device.
    static let latency = 60.0
    /// Frames that are mixed and handed over at once: 10 ms.
    private static let period = 441
    /// Seconds between two tries to open the device.
    private static let retry = 2.0
    /// A device that takes sound this much (seconds) faster than time passes has no clock of its own.
    private static let mostAhead = 0.15

    private let mixer: Mixer
    private let name: String
    private let isStopped = Atomic(false)
    private let hasDevice = Atomic(false)
    /// How fast the mix is played, in hundredths.
    private let speed = Atomic(100)
    private var thread: pthread_t?

    // The thread's own.
    private var pcm: OpaquePointer?
    private var nextTry = -Double.infinity
    /// Time by which what has been mixed will have been heard, seconds.
    private var mixedUntil = 0.0
    private let mix = UnsafeMutablePointer<Float>.allocate(capacity: SoundDevice.period * 2)
    private var stretch = SpeedStretch()
    private let samples = UnsafeMutablePointer<Int16>.allocate(capacity: SoundDevice.period * 2)

    /// `name`: as ALSA calls the device.
    init(_ mixer: Mixer, name: String = "default") {
        self.mixer = mixer
        self.name = name
        mix.initialize(repeating: 0, count: Self.period * 2)
        samples.initialize(repeating: 0, count: Self.period * 2)
    }

    deinit {
        mix.deallocate()
        samples.deallocate()
    }

    /// Whether sound is heard right now.
    var isOpen: Bool { hasDevice.load(ordering: .relaxed) }

    /// Plays the mix faster or slower, and so higher or lower. 0.25...4.
    func setSpeed(_ value: Double) {
        speed.store(Int((min(SpeedStretch.fastest, max(0.25, value)) * 100).rounded()), ordering: .relaxed)
    }

    /// Starts the thread. False: there can be none.
    func start() -> Bool {
        guard thread == nil else { return true }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(self)
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let device = Unmanaged<SoundDevice>.fromOpaque(argument).takeRetainedValue()
                device.run()
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            box.release()
            return false
        }
        self.thread = thread
        return true
    }

    /// Ends the thread and waits for it: as long as the device takes for what it holds, at most.
    func stop() {
        guard let thread else { return }
        isStopped.store(true, ordering: .relaxed)
        pthread_join(thread, nil)
        self.thread = nil
    }

    // MARK: The thread

    private func run() {
        calsa_be_quiet()
        mixedUntil = Self.now
        while !isStopped.load(ordering: .relaxed) {
            if pcm == nil, Self.now >= nextTry { open() }
            stretch.fill(mix, frames: Self.period, speed: Double(speed.load(ordering: .relaxed)) / 100) {
                mixer.mix(into: $0, frames: $1)
            }
            mixedUntil += Double(Self.period) / Double(Mixer.sampleRate)
            if pcm != nil { write() } else { waitSilently() }
        }
        close()
    }

    private func open() {
        nextTry = Self.now + Self.retry
        var opened: OpaquePointer?
        guard snd_pcm_open(&opened, name, SND_PCM_STREAM_PLAYBACK, 0) == 0 else { return }
        let status = snd_pcm_set_params(
            opened, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, 2, UInt32(Mixer.sampleRate), 1,
            UInt32(Self.latency * 1000))
        guard status == 0 else {
            snd_pcm_close(opened)
            return
        }
        pcm = opened
        hasDevice.store(true, ordering: .relaxed)
        mixedUntil = Self.now
    }

    private func close() {
        if let pcm { snd_pcm_close(pcm) }
        pcm = nil
        hasDevice.store(false, ordering: .relaxed)
    }

    /// Hands the mixed period over; waits while the device is full.
    private func write() {
        for index in 0..<Self.period * 2 { samples[index] = Int16(mix[index] * 32767) }
        var done = 0
        var failures = 0
        while done < Self.period {
            let count = snd_pcm_writei(pcm, samples + done * 2, UInt(Self.period - done))
            if count >= 0 {
                done += Int(count)
                continue
            }
            // An underrun and a suspended machine can be mended; a device that has gone cannot.
            failures += 1
            if failures > 3 || snd_pcm_recover(pcm, Int32(count), 1) < 0 {
                close()
                nextTry = Self.now + Self.retry
                mixedUntil = Self.now
                return
            }
            mixedUntil = Self.now
        }
        slowDown()
    }

    /// Some devices (files, nothing at all) take all that they are given at once: time is kept for them.
    private func slowDown() {
        let ahead = mixedUntil - Self.now
        if ahead > Self.mostAhead {
            Self.sleep(until: mixedUntil - Self.mostAhead)
        } else if ahead < -Self.mostAhead {
            mixedUntil = Self.now
        }
    }

    private func waitSilently() {
        if mixedUntil < Self.now - 1 { mixedUntil = Self.now }
        Self.sleep(until: mixedUntil)
    }

    private static var now: Double { Clock.now / 1000 }

    private static func sleep(until moment: Double) {
        let seconds = min(1, moment - now)
        guard seconds > 0 else { return }
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
        nanosleep(&time, nil)
    }
}
