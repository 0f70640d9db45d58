/// A connection that a movie has opened.
public protocol HostSocket: AnyObject {
    func send(_ bytes: [UInt8])
    /// Ends it. No event follows.
    func close()
}

/// What happens to a connection, told from the loop that runs the player.
public enum SocketEvent: Equatable, Sendable {
    case connected
    /// It never came about.
    case failed
    case data([UInt8])
    /// The other side has ended it.
    case closed
}

/// A kind of files that a dialog offers.
public struct FileFilter: Equatable, Sendable {
    public var description: String
    /// Such as "*.jpg;*.png".
    public var patterns: String

    public init(description: String, patterns: String) {
        self.description = description
        self.patterns = patterns
    }
}

/// A file that a person has picked in a dialog.
public struct PickedFile: Equatable, Sendable {
    public var name: String
    /// Ending with its dot, nil where there is none.
    public var type: String?
    /// The content; empty for a file that is yet to be written.
    public var bytes: [UInt8]
    /// Milliseconds since 1970, nil where unknown.
    public var created, modified: Double?
    /// What the host knows it by.
    public var path: String

    public init(name: String, type: String?, bytes: [UInt8] = [], path: String = "") {
        self.name = name
        self.type = type
        self.bytes = bytes
        self.path = path
    }
}

/// A host without sockets and dialogs needs nothing of this: dialogs are then cancelled at once.
extension PlayerHost {
    public func openSocket(
        host: String, port: Int, _ deliver: @escaping (SocketEvent) -> Void
    ) -> (any HostSocket)? { nil }
    public func openFiles(_ filters: [FileFilter], isMultiple: Bool, completion: @escaping ([PickedFile]) -> Void) {
        completion([])
    }
    public func chooseSaveFile(_ proposedName: String, completion: @escaping (PickedFile?) -> Void) { completion(nil) }
    public func save(_ bytes: [UInt8], to file: PickedFile) {}
}
