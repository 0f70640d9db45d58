import Base
import Glibc
import Media
import Synchronization

/// The sound device and the two threads that feed it: one mixes into a ring, the other only hands over what the ring
/// holds. So nothing that takes long, such as decoding, and no lock is ever in the way of the device.
///
/// Where the device is missing, busy or goes away, the second thread lets the mix pass unheard at its proper speed, so
/// that the movie's sounds go on and end in time, and tries the device again now and then.
final class SoundDevice: @unchecked Sendable {
    /// Milliseconds from the mix to the ear: a period in the ring, one on its way, and what the device holds.
    static let latency = 2 * 1000 * Double(period) / Double(Mixer.sampleRate) + deviceLatency
    private static let deviceLatency = 40.0
    /// Frames that are mixed and handed over at once: 5 ms.
    private static let period = 220
    private static let ringCapacity = 2048
    /// Seconds between two tries to open the device.
    private static let retry = 2.0
    /// Seconds that a thread sleeps at most before it looks whether it is to end.
    private static let longestWait = 0.05

    private let mixer: Mixer
    private let output: any SoundOutput
    private let ring = SampleRing(capacity: SoundDevice.ringCapacity)
    private let isStopped = Atomic(false)
    private let hasDevice = Atomic(false)
    /// How fast the mix is played, in hundredths.
    private let speed = Atomic(100)
    /// Posted when the ring has been written to, and when it has been read from.
    private let filled = Signal()
    private let emptied = Signal()
    private var threads: [PosixThread] = []
    /// Threads that have ended.
    private let ended = Atomic(0)
    /// Milliseconds that the end waits for the device: longer than it takes for what it holds.
    private static let longestEnd = 1000

    // The mixing thread's own.
    private let mix = UnsafeMutablePointer<Float>.allocate(capacity: SoundDevice.period * 2)
    private var stretch = SpeedStretch()

    // The device thread's own.
    private let piece = UnsafeMutablePointer<Float>.allocate(capacity: SoundDevice.period * 2)
    private let samples = UnsafeMutablePointer<Int16>.allocate(capacity: SoundDevice.period * 2)
    private var isOpened = false
    private var nextTry = -Double.infinity
    /// Time by which what has been handed over will have been heard, seconds.
    private var heardUntil = 0.0

    init(_ mixer: Mixer, output: any SoundOutput = ALSAOutput("default")) {
        self.mixer = mixer
        self.output = output
        mix.initialize(repeating: 0, count: Self.period * 2)
        piece.initialize(repeating: 0, count: Self.period * 2)
        samples.initialize(repeating: 0, count: Self.period * 2)
    }

    deinit {
        mix.deallocate()
        piece.deallocate()
        samples.deallocate()
    }

    /// Whether sound is heard right now.
    var isOpen: Bool { hasDevice.load(ordering: .relaxed) }

    /// Plays the mix faster or slower, and so higher or lower. 0.25...4.
    func setSpeed(_ value: Double) {
        speed.store(Int((min(SpeedStretch.fastest, max(0.25, value)) * 100).rounded()), ordering: .relaxed)
    }

    /// Starts the threads. False: there can be none.
    func start() -> Bool {
        guard threads.isEmpty else { return true }
        guard let device = PosixThread({ self.run { self.feedDevice() } }) else { return false }
        threads.append(device)
        guard let mixing = PosixThread({ self.run { self.feedRing() } }) else {
            stop()
            return false
        }
        threads.append(mixing)
        return true
    }

    private func run(_ body: () -> Void) {
        body()
        ended.add(1, ordering: .relaxed)
    }

    /// Ends the threads and waits for them. One that hangs in its device is left to itself: the program must end.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        filled.post()
        emptied.post()
        let end = Self.now + Double(Self.longestEnd) / 1000
        while ended.load(ordering: .relaxed) < threads.count, Self.now < end { usleep(2000) }
        let haveEnded = ended.load(ordering: .relaxed) == threads.count
        for thread in threads { haveEnded ? thread.join() : thread.detach() }
        threads = []
    }

    // MARK: - Mixing

    private func feedRing() {
        while !isStopped.load(ordering: .relaxed) {
            guard ring.count < Self.period else {
                emptied.wait(seconds: Self.longestWait)
                continue
            }
            stretch.fill(mix, frames: Self.period, speed: Double(speed.load(ordering: .relaxed)) / 100) {
                mixer.mix(into: $0, frames: $1)
            }
            _ = ring.write(mix, frames: Self.period)
            filled.post()
        }
    }

    // MARK: - The device

    private func feedDevice() {
        heardUntil = Self.now
        while !isStopped.load(ordering: .relaxed) {
            if !isOpened, Self.now >= nextTry { open() }
            let count = ring.read(piece, frames: Self.period)
            guard count > 0 else {
                filled.wait(seconds: Self.longestWait)
                continue
            }
            emptied.post()
            heardUntil += Double(count) / Double(Mixer.sampleRate)
            if isOpened { write(count) } else { waitSilently() }
        }
        close()
    }

    private func open() {
        nextTry = Self.now + Self.retry
        guard output.open(latency: Self.deviceLatency) else { return }
        isOpened = true
        hasDevice.store(true, ordering: .relaxed)
        heardUntil = Self.now
    }

    private func close() {
        if isOpened { output.close() }
        isOpened = false
        hasDevice.store(false, ordering: .relaxed)
    }

    private static let mostFailures = 3

    private func write(_ count: Int) {
        for index in 0..<count * 2 { samples[index] = Int16(max(-1, min(1, piece[index])) * 32767) }
        var done = 0
        var failures = 0
        while done < count {
            switch output.write(samples + done * 2, frames: count - done) {
            case .taken(let frames): done += frames
            case .mended where failures < Self.mostFailures:
                failures += 1
                heardUntil = Self.now
            case .mended, .gone:
                close()
                nextTry = Self.now + Self.retry
                heardUntil = Self.now
                return
            }
        }
        slowDown()
    }

    /// Some devices (files, nothing at all) take all that they are given at once: time is kept for them, as if they held
    /// no more than others.
    private func slowDown() {
        let ahead = heardUntil - Self.now
        let most = Self.deviceLatency / 1000
        if ahead > most {
            Self.sleep(until: heardUntil - most)
        } else if ahead < -most {
            heardUntil = Self.now
        }
    }

    private func waitSilently() {
        if heardUntil < Self.now - 1 { heardUntil = Self.now }
        Self.sleep(until: heardUntil)
    }

    private static var now: Double { Clock.now / 1000 }

    private static func sleep(until moment: Double) {
        let seconds = min(1, moment - now)
        guard seconds > 0 else { return }
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
        nanosleep(&time, nil)
    }
}

/// Wakes another thread.
private final class Signal: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        semaphore.initialize(to: sem_t())
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func post() { sem_post(semaphore) }

    /// Waits for a post, for so many seconds at most.
    func wait(seconds: Double) {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let nanoseconds = time.tv_nsec + Int(seconds * 1e9)
        time.tv_sec += nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        sem_timedwait(semaphore, &time)
    }
}
