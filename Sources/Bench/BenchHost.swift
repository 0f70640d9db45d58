import Glibc
import Player

/// A host that prints what a movie traces.
final class BenchHost: PlayerHost {
    /// Moves within a frame; nil: time passes only between frames.
    let clock: clockid_t?
    var began = 0.0
    var hasQuit = false
    var isDone = false
    var clipboard = ""

    /// Called for each line.
    var onTrace: (String) -> Void = { _ in }

    init(clock: clockid_t?) {
        self.clock = clock
        began = now
    }

    var now: Double {
        guard let clock else { return 0 }
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }

    func trace(_ text: String) {
        print(text)
        onTrace(text)
        if text == "done" { isDone = true }
    }
    func warn(_ text: String) { print("warning: \(text)") }
    var wallClock: Double { 0 }
    var millisecondsInFrame: Double { now - began }
    func localOffset(at moment: Double) -> Double { 0 }
    func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void) {
        completion(.failure(.notFound(url: request.url)))
    }
    func navigate(_ request: FetchRequest, target: String) {}
    func fscommand(_ command: String, _ argument: String) { if command == "quit" { hasQuit = true } }
    func storedObject(_ key: String) -> [UInt8]? { nil }
    func store(_ bytes: [UInt8]?, as key: String) -> Bool { true }
    func mayContinue(afterSeconds seconds: Double) -> Bool { true }
}
