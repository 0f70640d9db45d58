import Fonts
import Glibc
import Library
import Player
import UI

/// What the machine gives to a movie in a window: files of its own folder, and saves on the disk. What it may not have
/// the person is told once.
final class WindowHost: PlayerHost {
    /// What the movie asked of the window since the last look.
    enum Request: Equatable { case quit, fullScreen(Bool) }

    private(set) var requests: [Request] = []
    let systemFonts = SystemFonts()
    var deviceFonts: (any DeviceFonts)? { systemFonts }
    /// What other programs have put there is read when the person pastes it, see ``takePasted(_:)``.
    var clipboard: String {
        get { clipboardText }
        set {
            clipboardText = newValue
            hasNewClipboard = true
        }
    }
    private var clipboardText = ""
    private var hasNewClipboard = false
    /// What has been said so far.
    let log = MessageLog()
    /// Whether there is somebody who answers questions.
    var asks = false
    private(set) var questions: [Question] = []
    let permissions: Permissions
    private static let mostQuestions = 16
    private let files: MovieFiles?
    private let baseURL: String?
    /// Nil: they are kept in memory.
    var saves: SaveFolder?
    private let saveKeys: SaveKeys
    private let openURLMode: Options.Consent
    /// Saves of a movie that has no folder for them.
    private var stored: [String: [UInt8]] = [:]
    private var completions: [() -> Void] = []
    private var told: Set<String> = []
    private let longestScript: Double
    private let upgradesToHTTPS: Bool
    let network = Network()
    /// What can be listened to, as it was when the movie first asked.
    private(set) lazy var inputDevices = SoundInput.devices(chosenMicrophone)
    /// The one that the person has chosen, as ALSA calls it; nil: all that there are.
    var chosenMicrophone: String?
    /// Whether the person lets the movie listen this time.
    var heardNow: Bool?
    let networkAccess: Options.Consent
    /// The server that the movie itself came from; nil: it lies on this machine.
    let ownHost: String?
    /// Seconds that a script may run before the movie is stopped, as in Flash.
    private static let defaultLongestScript = 15.0

    init(_ launch: Launch? = nil, openURLMode: Options.Consent = .deny) {
        files = launch?.files
        baseURL = launch?.baseURL
        saves = launch?.saves
        saveKeys = launch?.saveKeys ?? SaveKeys(movieURL: "")
        permissions = launch?.permissions ?? Permissions()
        longestScript = launch?.options.scriptTimeout ?? Self.defaultLongestScript
        upgradesToHTTPS = launch?.options.upgradeToHTTPS == true
        self.openURLMode = openURLMode
        networkAccess = launch?.networkAccess ?? .deny
        ownHost = launch?.webHost
    }

    func takeRequests() -> [Request] {
        defer { requests = [] }
        return requests
    }

    /// Whether neither traces nor warnings are shown.
    var isQuiet = false

    func trace(_ text: String) {
        log.add(text, .trace)
        if !isQuiet { print(text) }
    }

    func warn(_ text: String) {
        log.add(text, .problem)
        if !isQuiet { report(text) }
    }

    /// When the player was last told of time.
    var playedUntil = Clock.now
    var millisecondsInFrame: Double {
        guard started != nil else { return max(0, Clock.now - playedUntil) }
        // Who waits in a loop for time to go by must see it go by, and each time alike.
        looks += 1
        return Double(looks) * Self.timePerLook
    }
    /// How often a script has asked for the time since ``elapsed`` last changed.
    private var looks = 0
    private static let timePerLook = 0.005
    var wallClock: Double { started.map { $0.clock + elapsed } ?? Clock.milliseconds(of: CLOCK_REALTIME) }
    /// Where a movie that can be played again has its time from; nil: from this machine's clock.
    private var started: InputLog.Start?
    /// How long that movie has played, in milliseconds.
    var elapsed = 0.0 { didSet { looks = 0 } }

    /// From now on time goes by as ``elapsed`` says.
    func start(_ start: InputLog.Start) { started = start }

    func localOffset(at moment: Double) -> Double {
        if let started { return started.offset }
        let seconds = (moment / 1000).rounded(.down)
        guard seconds.magnitude < 1e15 else { return 0 }
        var time = time_t(seconds)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return 0 }
        return Double(parts.tm_gmtoff) / 60
    }

    // MARK: - The clipboard

    /// The text that a script or the person's copying has put into the clipboard since the last look.
    func takeClipboard() -> String? {
        defer { hasNewClipboard = false }
        return hasNewClipboard ? clipboardText : nil
    }

    /// Text of another program is there to be pasted.
    func takePasted(_ text: String) { clipboardText = text }

    // MARK: - Questions

    /// Asks the person, or does what is known already.
    func ask(_ subject: String, _ title: String, _ text: String, _ answer: @escaping (Bool) -> Void) {
        if let known = permissions[subject] { return answer(known) }
        guard asks, questions.count < Self.mostQuestions else { return answer(false) }
        questions.append(Question(subject: subject, title: title, text: text, answer: answer))
    }

    /// The person has answered the first question, and with it all others about the same.
    func answerQuestion(_ answer: Permissions.Answer) {
        guard let subject = questions.first?.subject else { return }
        do throws(LibraryProblem) {
            try permissions.note(answer, about: subject)
        } catch {
            tellOnce("the answer cannot be kept: \(error.message)")
        }
        let answered = questions.filter { $0.subject == subject }
        questions.removeAll { $0.subject == subject }
        for question in answered { question.answer(answer == .allowOnce || answer == .allowAlways) }
    }

    // MARK: - Loading

    func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void) {
        fetch(request, progress: { _ in }, completion: completion)
    }

    func fetch(
        _ request: FetchRequest, progress: @escaping (FetchProgress) -> Void,
        completion: @escaping (Result<FetchResponse, FetchError>) -> Void
    ) {
        // Relative addresses start where the movie lies, which may be elsewhere than it believes.
        let address =
            if let baseURL, let reference = request.reference, URLReference.scheme(of: reference) == nil {
                URLReference.resolve(reference, base: baseURL)
            } else {
                request.url
            }
        let url = secured(address)
        if Self.isWeb(url) { return fetchWeb(url, request, progress, completion) }
        func deliver(_ result: Result<[UInt8], FetchError>) {
            completion(result.map { FetchResponse(url: request.url, status: 0, body: $0) })
        }
        completions.append { [unowned self] in
            guard asks, let place = files?.outsidePlace(of: url) else { return deliver(load(url)) }
            ask(
                "file:\(place)", "A file outside the movie's folder",
                "The movie wants to read \(url). It lies in \(place), which is not where the movie is."
            ) { [unowned self] isAllowed in
                // Later, as everything that is fetched.
                completions.append { [unowned self] in deliver(load(url, isAllowed: isAllowed)) }
            }
        }
    }

    /// `https` for `http`, where the person wants it so.
    func secured(_ url: String) -> String {
        guard upgradesToHTTPS, URLReference.scheme(of: url)?.lowercased() == "http" else { return url }
        return "https" + url.dropFirst(4)
    }

    private func load(_ url: String, isAllowed: Bool = false) -> Result<[UInt8], FetchError> {
        do throws(MovieFiles.Denial) {
            guard let files else { throw .notFound }
            return .success(try files.read(url, isAllowed: isAllowed))
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

    /// Calls `body` with the next loads that are handed over.
    func later(_ body: @escaping () -> Void) { completions.append(body) }

    /// Whether ``completeLoads()`` has something to do.
    var hasLoads: Bool { !completions.isEmpty }

    /// Hands over what has been fetched since the last time.
    func completeLoads() {
        network.deliver()
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
        if openURLMode == .allow { return openLink(request.url) }
        guard openURLMode == .ask, asks else {
            return tellOnce("the movie wants to open \(request.url) (--open-url-mode allow lets it)")
        }
        let authority = URLReference.host(of: request.url)
        let subject = "link:\(authority.isEmpty ? scheme : authority)"
        // A movie that asks for many pages of one place gets one.
        if questions.contains(where: { $0.subject == subject }) { return }
        ask(subject, "A page in the browser", "The movie wants to open \(request.url) in your browser.") {
            [unowned self] isAllowed in
            if isAllowed { openLink(request.url) }
        }
    }

    private func openLink(_ url: String) {
        if let problem = Browser.open(url) { tellOnce("cannot open \(url): \(problem)") }
    }

    func fscommand(_ command: String, _ argument: String) {
        switch command.lowercased() {
        case "quit": requests.append(.quit)
        case "fullscreen": requests.append(.fullScreen(argument.lowercased() == "true"))
        case "showmenu": wantsMenu = argument.lowercased() != "false"
        case "trapallkeys": trapsAllKeys = argument.lowercased() == "true"
        default: break
        }
    }

    /// What `fscommand("showmenu")` said.
    private(set) var wantsMenu = true

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

    func mayContinue(afterSeconds seconds: Double) -> Bool {
        seconds < longestScript && Clock.now < deadline
    }

    /// When no script may run any more, whatever it does.
    var deadline = Double.infinity

    func tellOnce(_ message: String) {
        // A movie may ask for endlessly many addresses.
        guard told.count < 100, told.insert(message).inserted else { return }
        log.add(message, .problem)
        if !isQuiet { report(message) }
    }
}
