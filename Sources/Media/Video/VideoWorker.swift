import Base
import Glibc

/// Decodes video on a thread of its own, ahead of what is shown.
///
/// The player's thread hands in packets and asks what is to be seen at a moment. Where it waits for the answer, that
/// depends on the packets alone and not on how fast the machine is.
public final class VideoWorker: @unchecked Sendable {
    /// What is handed to the thread, in order.
    private enum Order {
        case packet(MediaPacket)
        /// Goes on with a key packet: what is waiting is not wanted any more.
        case flush
        case drain
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let decoder: VideoDecoder
    // All below is touched with the mutex held.
    private var orders: [Order] = []
    private var pictures: [VideoPicture] = []
    /// Goes up with each flush, so that a picture from before it is dropped.
    private var generation = 0
    private var isWorking = false
    private var isClosed = false
    private var deblocking = Deblocking()
    /// Pictures that wait to be shown. At 640 by 480 they are 5 MB.
    private static let capacity = 4

    /// Nil where there is no such decoder on this machine.
    public init?(_ codec: VideoCodec, setup: [UInt8]) {
        guard let decoder = VideoDecoder(codec, setup: setup) else { return nil }
        self.decoder = decoder
        mutex.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
        guard let thread = PosixThread({ self.run() }) else { return nil }
        thread.detach()
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    // MARK: The player's side

    /// Ends the thread. Nothing may be asked afterwards.
    public func close() {
        locked {
            isClosed = true
            orders.removeAll()
            pictures.removeAll()
            pthread_cond_broadcast(changed)
        }
    }

    public func send(_ packet: MediaPacket) { give(.packet(packet)) }

    /// Nothing follows: what the decoder holds back is to come out.
    public func drain() { give(.drain) }

    /// Forgets all packets and pictures.
    public func flush() {
        locked {
            orders.removeAll()
            pictures.removeAll()
            generation += 1
            orders.append(.flush)
            pthread_cond_broadcast(changed)
        }
    }

    public func setDeblocking(_ mode: Deblocking) { locked { deblocking = mode } }

    private func give(_ order: Order) {
        locked {
            orders.append(order)
            pthread_cond_broadcast(changed)
        }
    }

    /// The picture to be shown at a moment of the stream, nil where none has come due since the last one.
    /// `waits`: until all that has been handed in for it is decoded; else what is there counts.
    public func picture(at milliseconds: Double, waits: Bool) -> VideoPicture? {
        locked {
            var due: VideoPicture?
            while true {
                while let next = pictures.first, Double(next.time) <= milliseconds {
                    due = next
                    pictures.removeFirst()
                    pthread_cond_broadcast(changed)
                }
                guard waits, pictures.isEmpty, isWorking || !orders.isEmpty else { return due }
                pthread_cond_wait(changed, mutex)
            }
        }
    }

    // MARK: The thread's side

    private func run() {
        pthread_mutex_lock(mutex)
        while !isClosed {
            guard !orders.isEmpty else {
                pthread_cond_wait(changed, mutex)
                continue
            }
            let order = orders.removeFirst()
            let started = generation
            isWorking = true
            decoder.deblocking = deblocking
            pthread_mutex_unlock(mutex)
            switch order {
            case .flush: decoder.flush()
            case .drain: decoder.drain()
            case .packet(let packet): decoder.send(packet.data, time: packet.shownAt, isKey: packet.isKey)
            }
            while decoder.receive() {
                guard let picture = decoder.picture() else { continue }
                pthread_mutex_lock(mutex)
                if generation == started { pictures.append(picture) }
                pthread_cond_broadcast(changed)
                pthread_mutex_unlock(mutex)
            }
            pthread_mutex_lock(mutex)
            isWorking = false
            pthread_cond_broadcast(changed)
            // Room is made by showing, flushing and closing.
            while pictures.count >= Self.capacity, !isClosed { pthread_cond_wait(changed, mutex) }
        }
        pthread_mutex_unlock(mutex)
    }
}
