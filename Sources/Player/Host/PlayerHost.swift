import Synchronization

/// What a player needs of the machine it runs on. Tests pass fixed ones.
public protocol PlayerHost: MicrophoneHost {
    /// A line of `trace()` output, without its newline.
    func trace(_ text: String)
    /// A warning of the player itself, such as a missing file.
    func warn(_ text: String)
    /// Milliseconds since 1970 in Universal Time.
    var wallClock: Double { get }
    /// Milliseconds that have passed since the player was last told of time: a script that looks at the clock twice in
    /// one frame sees it move. 0 where time is virtual.
    var millisecondsInFrame: Double { get }
    /// Minutes that local time is ahead of Universal Time at a moment (milliseconds since 1970).
    func localOffset(at moment: Double) -> Double
    /// Fetches a resource. `completion` is called once, later, from the loop that runs the player.
    func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void)
    /// As ``fetch(_:completion:)``; `progress` hears of what has come as it comes, from the same loop, before
    /// `completion`. A host that has everything at once never calls it.
    func fetch(
        _ request: FetchRequest, progress: @escaping (FetchProgress) -> Void,
        completion: @escaping (Result<FetchResponse, FetchError>) -> Void)
    /// Opens a page outside of the player, such as in a browser.
    func navigate(_ request: FetchRequest, target: String)
    /// `fscommand(command, argument)`.
    func fscommand(_ command: String, _ argument: String)
    /// The bytes of a stored shared object, nil where there is none. `key` is such as "localhost/movie.swf/name".
    func storedObject(_ key: String) -> [UInt8]?
    /// Stores a shared object; nil deletes it. False where that failed.
    func store(_ bytes: [UInt8]?, as key: String) -> Bool
    /// Whether a script that has run for so long may go on.
    func mayContinue(afterSeconds seconds: Double) -> Bool
    var clipboard: String { get set }
    /// Connects to a host. Nil: there are no connections here. `deliver` is called later, from the loop that runs the
    /// player.
    func openSocket(host: String, port: Int, _ deliver: @escaping (SocketEvent) -> Void) -> (any HostSocket)?
    /// Lets the person pick files to read; none: cancelled.
    func openFiles(_ filters: [FileFilter], isMultiple: Bool, completion: @escaping ([PickedFile]) -> Void)
    /// Lets the person say where a file is to be stored; nil: cancelled.
    func chooseSaveFile(_ proposedName: String, completion: @escaping (PickedFile?) -> Void)
    /// Writes what has been fetched for a file chosen so.
    func save(_ bytes: [UInt8], to file: PickedFile)
    /// Fonts of the system, nil where there are none.
    var deviceFonts: (any DeviceFonts)? { get }
}

extension PlayerHost {
    public var deviceFonts: (any DeviceFonts)? { nil }
    public var millisecondsInFrame: Double { 0 }
    public func fetch(
        _ request: FetchRequest, progress: @escaping (FetchProgress) -> Void,
        completion: @escaping (Result<FetchResponse, FetchError>) -> Void
    ) {
        fetch(request, completion: completion)
    }
}

/// How much of an answer has come.
public struct FetchProgress: Equatable, Sendable {
    public var received: Int
    /// Bytes of the whole, nil where nobody says.
    public var total: Int?
    /// Of a request that is streamed, what has come since the last time.
    public var bytes: [UInt8]
    public init(received: Int, total: Int?, bytes: [UInt8] = []) {
        (self.received, self.total, self.bytes) = (received, total, bytes)
    }
}

/// Says that an answer is not wanted any more: a host may give up then. `completion` is called all the same.
public final class FetchToken: Sendable {
    private let state = Atomic(false)
    public init() {}
    public var isCancelled: Bool { state.load(ordering: .relaxed) }
    public func cancel() { state.store(true, ordering: .relaxed) }
}

public struct FetchRequest: Equatable, Sendable {
    public enum Method: String, Sendable { case get = "GET", post = "POST" }
    /// As the movie gave it, made absolute against the movie's own URL.
    public var url: String
    /// The address as the movie wrote it; nil: as `url`.
    public var reference: String?
    public var method: Method
    public var body: [UInt8]?
    public var contentType: String
    /// In the order in which the movie gave them.
    public var headers: [(name: String, value: String)]
    /// The answer is wanted as it comes: ``FetchProgress`` has the bytes, and the response the rest, which is all of them
    /// where a host has everything at once.
    public var isStreamed = false
    /// With which what has been asked for may be called off.
    public var token: FetchToken?

    public init(
        url: String, method: Method = .get, body: [UInt8]? = nil,
        contentType: String = "application/x-www-form-urlencoded", headers: [(name: String, value: String)] = []
    ) {
        self.url = url
        self.method = method
        self.body = body
        self.contentType = contentType
        self.headers = headers
    }

    public static func == (a: FetchRequest, b: FetchRequest) -> Bool {
        a.url == b.url && a.method == b.method && a.body == b.body && a.contentType == b.contentType
            && a.headers.map(\.name) == b.headers.map(\.name) && a.headers.map(\.value) == b.headers.map(\.value)
    }
}

public struct FetchResponse: Equatable, Sendable {
    /// Where it came from in the end.
    public var url: String
    /// HTTP status; 0 for local files.
    public var status: Int
    /// All that has come, but for what a streamed request has been given before.
    public var body: [UInt8]
    public var wasRedirected: Bool

    public init(url: String, status: Int, body: [UInt8], wasRedirected: Bool = false) {
        self.url = url
        self.status = status
        self.body = body
        self.wasRedirected = wasRedirected
    }
}

public enum FetchError: Error, Equatable, Sendable {
    /// There is no such file or host, or it may not be reached.
    case notFound(url: String)
    /// The server answered with an error.
    case badStatus(url: String, Int)
}

/// A host that gives nothing and forgets everything. For tests and for what needs none.
public final class NullHost: PlayerHost {
    public var traced: [String] = []
    public var warnings: [String] = []
    public var wallClock = 0.0
    public var clipboard = ""
    private var stored: [String: [UInt8]] = [:]

    public init() {}
    public func trace(_ text: String) { traced.append(text) }
    public func warn(_ text: String) { warnings.append(text) }
    public func localOffset(at moment: Double) -> Double { 0 }
    public func fetch(_ request: FetchRequest, completion: @escaping (Result<FetchResponse, FetchError>) -> Void) {
        completion(.failure(.notFound(url: request.url)))
    }
    public func navigate(_ request: FetchRequest, target: String) {}
    public func fscommand(_ command: String, _ argument: String) {}
    public func storedObject(_ key: String) -> [UInt8]? { stored[key] }
    public func store(_ bytes: [UInt8]?, as key: String) -> Bool {
        stored[key] = bytes
        return true
    }
    public func mayContinue(afterSeconds seconds: Double) -> Bool { false }
}
