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

    /// By their numbers.
    private var timers: [Int: Timer] = [:]
    /// What the timers that are being fired hold: they may be gone from the list.
    private var firing: [[Value]] = []
    private var nextID = 1
    /// Flash rounds shorter intervals up to this.
    public static let minimumInterval = 10.0

    public init() {}

    public var count: Int { timers.count }

    /// Adds a timer and returns its number.
    public func add(interval: Double, repeats: Bool, now: Double, held: [Value], fire: @escaping () -> Void) -> Int {
        let interval = max(Self.minimumInterval, interval.isFinite ? interval : 0)
        defer { nextID += 1 }
        timers[nextID] = Timer(
            id: nextID, interval: interval, repeats: repeats, due: now + interval, fire: fire, held: held)
        return nextID
    }

    /// False where there is no such timer.
    @discardableResult
    public func remove(_ id: Int) -> Bool {
        timers.removeValue(forKey: id) != nil
    }

    /// The moment at which the next one is due, nil where there is none.
    public var nextDue: Double? { timers.values.map(\.due).min() }

    /// Fires all that are due at `now`, in the order in which they fall due. A timer fires at most ten times at once:
    /// after a stall it does not catch up for ever.
    public func run(until now: Double, while goesOn: () -> Bool = { true }, afterEach: () -> Void = {}) {
        var budget = timers.count * 10
        var waiting = DueQueue()
        for timer in timers.values where timer.due <= now { waiting.add(timer.due, timer.id) }
        while budget > 0, goesOn(), let id = waiting.next() {
            // Another's script may have ended it. What is added meanwhile is due later.
            guard let timer = timers[id] else { continue }
            budget -= 1
            if timer.repeats {
                let due = timer.due + timer.interval
                timers[id]?.due = due
                if due <= now { waiting.add(due, id) }
            } else {
                timers[id] = nil
            }
            firing.append(timer.held)
            timer.fire()
            firing.removeLast()
            afterEach()
        }
        for (id, timer) in timers where timer.due < now { timers[id]?.due = now }
    }

    func removeAll() { timers.removeAll() }

    func visit(_ marker: inout Marker) {
        for timer in timers.values { marker.visit(timer.held) }
        for held in firing { marker.visit(held) }
    }
}

/// Timers in the order in which they fall due, older ones first: a binary heap.
private struct DueQueue {
    private var items: [(due: Double, id: Int)] = []

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        (items[a].due, items[a].id) < (items[b].due, items[b].id)
    }

    mutating func add(_ due: Double, _ id: Int) {
        items.append((due, id))
        var place = items.count - 1
        while place > 0, isBefore(place, (place - 1) / 2) {
            items.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    mutating func next() -> Int? {
        guard let first = items.first else { return nil }
        let last = items.removeLast()
        guard !items.isEmpty else { return first.id }
        items[0] = last
        var place = 0
        while true {
            var least = place
            for child in [place * 2 + 1, place * 2 + 2] where child < items.count && isBefore(child, least) {
                least = child
            }
            if least == place { return first.id }
            items.swapAt(place, least)
            place = least
        }
    }
}
