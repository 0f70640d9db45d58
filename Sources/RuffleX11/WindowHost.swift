import Fonts
import Glibc
import Library
import Player

/// What the machine gives to a movie in a window: files of its own folder, and saves on the disk. What it may not have
/// the person is told once.
final class WindowHost: PlayerHost {
    /// What the movie asked of the window since the last look.
    enum Request: Equatable { case quit, fullScreen(Bool) }

    private(set) var requests: [Request] = []
    let systemFonts = SystemFonts()
    var deviceFonts: (any DeviceFonts)? { systemFonts }
    var clipboard = ""
    private let files: MovieFiles?
    private let baseURL: String?
    private let saves: SaveFolder?
    private let saveKeys: SaveKeys
    private let openURLMode: Options.Consent
    /// Saves of a movie that has no folder for them.
    private var stored: [String: [UInt8]] = [:]
    private var completions: [() -> Void] = []
    private var told: Set<String> = []
    private let longestScript: Double
    private let upgradesToHTTPS: Bool
    /// Seconds that a script may run before the movie is stopped, as in Flash.
    private static let defaultLongestScript = 15.0

    init(_ launch: Launch? = nil, openURLMode: Options.Consent = .deny) {
        files = launch?.files
        baseURL = launch?.baseURL
        saves = launch?.saves
        saveKeys = launch?.saveKeys ?? SaveKeys(movieURL: "")
        longestScript = launch?.options.scriptTimeout ?? Self.defaultLongestScript
        upgradesToHTTPS = launch?.options.upgradeToHTTPS == true
        self.openURLMode = openURLMode
    }

    func takeRequests() -> [Request] {
        defer { requests = [] }
        return requests
    }

    /// Whether neither traces nor warnings are shown.
    var isQuiet = false

    func trace(_ text: String) { if !isQuiet { print(text) } }
    func warn(_ text: String) { if !isQuiet { report(text) } }

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

    // MARK: - Loading

    func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void) {
        // Relative addresses start where the movie lies, which may be elsewhere than it believes.
        let address =
            if let baseURL, let reference = request.reference, URLReference.scheme(of: reference) == nil {
                URLReference.resolve(reference, base: baseURL)
            } else {
                request.url
            }
        let url = secured(address)
        completions.append { [unowned self] in
            completion(load(url).map { FetchResponse(url: request.url, status: 0, body: $0) })
        }
    }

    /// `https` for `http`, where the person wants it so.
    func secured(_ url: String) -> String {
        guard upgradesToHTTPS, URLReference.scheme(of: url)?.lowercased() == "http" else { return url }
        return "https" + url.dropFirst(4)
    }

    private func load(_ url: String) -> Result<[UInt8], FetchError> {
        do throws(MovieFiles.Denial) {
            guard let files else { throw .notFound }
            return .success(try files.read(url))
        } catch {
            switch error {
            case .notFound: tellOnce("the movie wants to load \(url), which is not there")
            case .unreadable(let message): tellOnce("the movie wants to load \(url): \(message)")
            case .outside:
                tellOnce(
                    "the movie may not read \(url), which lies outside its folder "
                        + "(--filesystem-access-mode allow lets it)")
            case .network:
                tellOnce("the movie may not load \(url): movies get nothing from the network")
            }
            return .failure(.notFound(url: url))
        }
    }

    /// Whether ``completeLoads()`` has something to do.
    var hasLoads: Bool { !completions.isEmpty }

    /// Hands over what has been fetched since the last time.
    func completeLoads() {
        let ready = completions
        completions = []
        for completion in ready { completion() }
    }

    func navigate(_ asked: FetchRequest, target: String) {
        var request = asked
        request.url = secured(asked.url)
        let scheme = URLReference.scheme(of: request.url)?.lowercased() ?? ""
        guard ["http", "https", "mailto"].contains(scheme), request.url.utf8.count < 8192 else {
            return tellOnce("the movie wants to open \(request.url), which is no link")
        }
        guard openURLMode == .allow else {
            return tellOnce("the movie wants to open \(request.url) (--open-url-mode allow lets it)")
        }
        if let problem = Browser.open(request.url) { tellOnce("cannot open \(request.url): \(problem)") }
    }

    func fscommand(_ command: String, _ argument: String) {
        switch command.lowercased() {
        case "quit": requests.append(.quit)
        case "fullscreen": requests.append(.fullScreen(argument.lowercased() == "true"))
        case "trapallkeys": trapsAllKeys = argument.lowercased() == "true"
        default: break
        }
    }

    /// The movie wants every key for itself.
    private(set) var trapsAllKeys = false

    // MARK: - Saves

    func storedObject(_ key: String) -> [UInt8]? {
        guard let saves else { return stored[key] }
        do throws(LibraryProblem) {
            return try saves.load(saveKeys.name(of: key))
        } catch {
            tellOnce("a save cannot be read: \(error.message)")
            return nil
        }
    }

    func store(_ bytes: [UInt8]?, as key: String) -> Bool {
        guard let saves else {
            stored[key] = bytes
            return true
        }
        do throws(LibraryProblem) {
            try saves.store(bytes, as: saveKeys.name(of: key))
            return true
        } catch {
            tellOnce("the movie cannot save: \(error.message)")
            return false
        }
    }

    func mayContinue(afterSeconds seconds: Double) -> Bool { seconds < longestScript }

    private func tellOnce(_ message: String) {
        // A movie may ask for endlessly many addresses.
        if !isQuiet && told.count < 100 && told.insert(message).inserted { report(message) }
    }
}
