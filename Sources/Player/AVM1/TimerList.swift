import AVM

/// `setInterval` and `setTimeout`: what is called when, by the player's clock.
public final class TimerList {
    public struct Timer {
        public let id: Int
        /// Milliseconds between calls.
        public let interval: Double
        public let repeats: Bool
        public var due: Double
        /// Calls the script. Holds what it calls: shown to the collector by `visit`.
        public let fire: () -> Void
        public let held: [Value]
    }

    private var timers: [Timer] = []
    /// What the timers that are being fired hold: they may be gone from the list.
    private var firing: [[Value]] = []
    private var nextID = 1
    /// Flash rounds shorter intervals up to this.
    public static let minimumInterval = 10.0

    public init() {}

    /// Adds a timer and returns its number.
    public func add(interval: Double, repeats: Bool, now: Double, held: [Value], fire: @escaping () -> Void) -> Int {
        let interval = max(Self.minimumInterval, interval.isFinite ? interval : 0)
        defer { nextID += 1 }
        timers.append(
            Timer(id: nextID, interval: interval, repeats: repeats, due: now + interval, fire: fire, held: held))
        return nextID
    }

    /// False where there is no such timer.
    @discardableResult
    public func remove(_ id: Int) -> Bool {
        guard let index = timers.firstIndex(where: { $0.id == id }) else { return false }
        timers.remove(at: index)
        return true
    }

    /// The moment at which the next one is due, nil where there is none.
    public var nextDue: Double? { timers.map(\.due).min() }

    /// Fires all that are due at `now`, in the order in which they fall due. A timer fires at most ten times at once:
    /// after a stall it does not catch up for ever.
    public func run(until now: Double, afterEach: () -> Void = {}) {
        var budget = timers.count * 10
        while budget > 0, let index = nextIndex(until: now) {
            budget -= 1
            let timer = timers[index]
            if timer.repeats {
                timers[index].due += timer.interval
            } else {
                timers.remove(at: index)
            }
            firing.append(timer.held)
            timer.fire()
            firing.removeLast()
            afterEach()
        }
        for index in timers.indices where timers[index].due < now { timers[index].due = now }
    }

    private func nextIndex(until now: Double) -> Int? {
        var best: Int?
        for (index, timer) in timers.enumerated() where timer.due <= now {
            if best == nil || timer.due < timers[best!].due { best = index }
        }
        return best
    }

    func removeAll() { timers.removeAll() }

    func visit(_ marker: inout Marker) {
        for timer in timers { marker.visit(timer.held) }
        for held in firing { marker.visit(held) }
    }
}
