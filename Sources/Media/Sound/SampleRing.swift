import Synchronization

/// Interleaved stereo frames on their way from one thread to another, without a lock: one thread writes, one reads, and
/// neither ever waits for the other here.
public final class SampleRing: @unchecked Sendable {
    /// Frames that it holds at most; a power of two.
    public let capacity: Int
    private let samples: UnsafeMutablePointer<Float>
    /// Frames written and read since the start. Only their own side changes them; what the one side has done to the
    /// samples is seen by the other, since it publishes its count afterwards (release) and the other looks at it first
    /// (acquire).
    private let written = Atomic(0)
    private let taken = Atomic(0)

    public init(capacity: Int) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0)
        self.capacity = capacity
        samples = .allocate(capacity: capacity * 2)
        samples.initialize(repeating: 0, count: capacity * 2)
    }

    deinit { samples.deallocate() }

    /// Frames that wait to be read. Either side may ask; what it hears is never too much for it to rely on.
    public var count: Int { written.load(ordering: .acquiring) &- taken.load(ordering: .acquiring) }

    /// The writer's side: takes as many of the frames as there is room for. Returns how many.
    public func write(_ source: UnsafePointer<Float>, frames: Int) -> Int {
        let end = written.load(ordering: .relaxed)
        let fits = min(frames, capacity - (end &- taken.load(ordering: .acquiring)))
        if fits <= 0 { return 0 }
        let place = end & (capacity - 1)
        let first = min(fits, capacity - place)
        (samples + place * 2).update(from: source, count: first * 2)
        samples.update(from: source + first * 2, count: (fits - first) * 2)
        written.store(end &+ fits, ordering: .releasing)
        return fits
    }

    /// The reader's side: gives as many frames as there are, up to so many. Returns how many.
    public func read(_ target: UnsafeMutablePointer<Float>, frames: Int) -> Int {
        let start = taken.load(ordering: .relaxed)
        let there = min(frames, written.load(ordering: .acquiring) &- start)
        if there <= 0 { return 0 }
        let place = start & (capacity - 1)
        let first = min(there, capacity - place)
        target.update(from: samples + place * 2, count: first * 2)
        (target + first * 2).update(from: samples, count: (there - first) * 2)
        taken.store(start &+ there, ordering: .releasing)
        return there
    }
}
