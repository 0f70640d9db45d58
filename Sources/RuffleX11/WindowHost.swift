import Fonts
import Glibc
import Player

/// What the machine gives to a movie in a window. Loading and saving come with the library; until then a movie is
/// told that there is nothing to load, keeps its shared objects for as long as it plays, and the person is told once.
final class WindowHost: PlayerHost {
    /// What the movie asked of the window since the last look.
    enum Request: Equatable { case quit, fullScreen(Bool) }

    private(set) var requests: [Request] = []
    let systemFonts = SystemFonts()
    var deviceFonts: (any DeviceFonts)? { systemFonts }
    var clipboard = ""
    private var stored: [String: [UInt8]] = [:]
    private var completions: [() -> Void] = []
    private var told: Set<String> = []
    /// Seconds that a script may run before the movie is stopped, as in Flash.
    private static let longestScript = 15.0

    func takeRequests() -> [Request] {
        defer { requests = [] }
        return requests
    }

    func trace(_ text: String) { print(text) }
    func warn(_ text: String) { report(text) }

    /// When the player was last told of time.
    var playedUntil = Clock.now
    var millisecondsInFrame: Double { max(0, Clock.now - playedUntil) }
    var wallClock: Double { Clock.milliseconds(of: CLOCK_REALTIME) }

    func localOffset(at moment: Double) -> Double {
        let seconds = (moment / 1000).rounded(.down)
        guard seconds.magnitude < 1e15 else { return 0 }
        var time = time_t(seconds)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return Double(parts.tm_gmtoff) / 60
    }

    func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void) {
        tellOnce("the movie wants to load \(request.url): loading is not there yet")
        let url = request.url
        completions.append { completion(.failure(.notFound(url: url))) }
    }

    /// Whether ``completeLoads()`` has something to do.
    var hasLoads: Bool { !completions.isEmpty }

    /// Hands over what has been fetched since the last time.
    func completeLoads() {
        let ready = completions
        completions = []
        for completion in ready { completion() }
    }

    func navigate(_ request: FetchRequest, target: String) {
        tellOnce("the movie wants to open \(request.url): links are not opened yet")
    }

    func fscommand(_ command: String, _ argument: String) {
        switch command.lowercased() {
        case "quit": requests.append(.quit)
        case "fullscreen": requests.append(.fullScreen(argument.lowercased() == "true"))
        default: break
        }
    }

    func storedObject(_ key: String) -> [UInt8]? { stored[key] }

    func store(_ bytes: [UInt8]?, as key: String) -> Bool {
        tellOnce("the movie saves something: saves are not kept yet when it closes")
        stored[key] = bytes
        return true
    }

    func mayContinue(afterSeconds seconds: Double) -> Bool { seconds < Self.longestScript }

    private func tellOnce(_ message: String) {
        // A movie may ask for endlessly many addresses.
        if told.count < 100 && told.insert(message).inserted { report(message) }
    }
}
