import AVM
import Measure

/// The collector: how long a pause with many live objects is, and how much memory short-lived ones take.
enum HeapBench {
    static func run() {
        let pauses = pause(liveObjects: 200_000)
        print(
            "pause with 200,000 live objects: median \(fixed(pauses[pauses.count / 2] * 1000, 2)) ms of \(pauses.count)"
        )
        let before = peakMemory()
        let seconds = times(1) { allocate(10_000_000) }[0]
        print("10,000,000 short-lived objects: \(fixed(seconds * 1000)) ms, \(fixed(seconds * 100, 1)) ns each")
        print("peak memory: \(peakMemory() >> 20) MB (before: \(before >> 20) MB)")
    }

    /// Objects with two properties each, in a list that the stack holds.
    private static func pause(liveObjects: Int) -> [Double] {
        let heap = Heap()
        let (x, next) = (heap.strings.pinned("x"), heap.strings.pinned("next"))
        var last = Value.null
        for index in 0..<liveObjects {
            let object = heap.makeObject(proto: .null)
            heap.add(x, Value(index), to: object)
            heap.add(next, last, to: object)
            last = Value(object)
        }
        var pauses: [Double] = []
        for _ in 0..<10 {
            // The frames between two collections sweep what the last one left.
            let sweeps = times(20) { heap.collectAtFrameEnd() }
            pauses.append(max(times(1) { heap.collect() }[0], sweeps.last ?? 0))
        }
        pauses.sort()
        precondition(last.object?.ownValue(x) == Value(liveObjects - 1))
        return pauses
    }

    private static func allocate(_ count: Int) {
        let heap = Heap()
        let x = heap.strings.pinned("x")
        for index in 0..<count {
            let object = heap.makeObject(proto: .null)
            heap.add(x, Value(index), to: object)
        }
    }
}
