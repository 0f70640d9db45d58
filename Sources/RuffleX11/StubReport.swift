import FlashAPI
import Glibc
import Player

/// Plays a movie without a window, as fast as it goes, and lists what it asked for that is missing.
struct StubReport {
    private let file: String
    private let seconds: Double
    private let player: Player
    private let host = StubHost()

    /// `path`: the movie's, bytes that end in 0.
    init(_ options: Options, path: [CChar]) throws(Complaint) {
        file = options.file ?? ""
        seconds = options.seconds
        let movie = try openMovie(at: path)
        var settings = Player.Options()
        settings.url = fileURL(of: path)
        settings.installAVM1 = FlashAPI.installAVM1
        settings.installAVM2 = FlashAPI.installAVM2
        player = Player(movie: movie, viewport: Viewport(width: 1, height: 1), host: host, options: settings)
        player.viewport = Viewport(width: player.stageSize.width, height: player.stageSize.height)
    }

    /// Plays and prints: a line a feature, the most wanted first.
    func print() {
        var played = 0.0
        player.runFrame()
        while played < seconds * 1000 {
            let step = min(player.timeToNextFrame ?? 1000, seconds * 1000 - played)
            player.advance(by: max(1, step))
            played += max(1, step)
            // Drawing asks for things too.
            _ = player.renderCommands()
            host.completeLoads()
        }
        let counts = player.stubs.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        if counts.isEmpty {
            Swift.print("\(file): nothing was missing in \(seconds) s")
            return
        }
        for (feature, count) in counts { Swift.print("\(count)\t\(feature)") }
    }
}

/// A host for a movie that is only tried: it may load nothing, and what it traces is not shown.
private final class StubHost: PlayerHost {
    var clipboard = ""
    private var completions: [() -> Void] = []
    private var stored: [String: [UInt8]] = [:]

    func trace(_ text: String) {}
    func warn(_ text: String) { report(text) }
    var wallClock: Double { Clock.milliseconds(of: CLOCK_REALTIME) }
    func localOffset(at moment: Double) -> Double { 0 }
    func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void) {
        let url = request.url
        completions.append { completion(.failure(.notFound(url: url))) }
    }
    func completeLoads() {
        let ready = completions
        completions = []
        for completion in ready { completion() }
    }
    func navigate(_ request: FetchRequest, target: String) {}
    func fscommand(_ command: String, _ argument: String) {}
    func storedObject(_ key: String) -> [UInt8]? { stored[key] }
    func store(_ bytes: [UInt8]?, as key: String) -> Bool {
        stored[key] = bytes
        return true
    }
    func mayContinue(afterSeconds seconds: Double) -> Bool { seconds < 15 }
}
