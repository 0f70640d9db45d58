import FlashAPI
import Glibc
import Player
import SWF

/// Plays a movie that measures itself by `getTimer()`, such as a benchmark in ActionScript, and prints what it traces.
///
///     bench movie FILE [--cpu]
///
/// With `--cpu` the movie's clock is the processor time of this thread, which a busy machine does not bend.
enum MovieBench {
    static func run(_ path: String, countsCPU: Bool) {
        guard let file = fopen(path, "rb") else { return print("cannot read \(path)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        guard let movie = try? Movie(bytes) else { return print("\(path) is no movie") }
        let host = RealTimeHost(clock: countsCPU ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC)
        var options = Player.Options()
        options.installAVM1 = FlashAPI.installAVM1
        options.installAVM2 = FlashAPI.installAVM2
        let player = Player(movie: movie, viewport: Viewport(width: 1, height: 1), host: host, options: options)
        player.viewport = Viewport(width: player.stageSize.width, height: player.stageSize.height)
        let tick = 1000 / max(1, player.frameRate)
        var frames = 0
        while !host.hasQuit && frames < 100_000 {
            player.advance(by: tick)
            host.began = host.now
            _ = player.renderCommands()
            frames += 1
            if host.isDone && frames > 10 { break }
        }
    }
}

/// A host whose clock moves within a frame.
private final class RealTimeHost: PlayerHost {
    let clock: clockid_t
    var began = 0.0
    var hasQuit = false
    var isDone = false
    var clipboard = ""

    init(clock: clockid_t) {
        self.clock = clock
        began = now
    }

    var now: Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
    }

    func trace(_ text: String) {
        print(text)
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
