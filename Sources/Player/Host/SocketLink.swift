/// A connection that a movie has opened.
public protocol SocketLink: AnyObject {
    func send(_ bytes: [UInt8])
    /// The movie closes it: nothing more comes.
    func close()
}

/// What happens to a connection.
public enum SocketEvent: Equatable, Sendable {
    case connected
    /// It could not be made.
    case failed
    case received([UInt8])
    /// The other side has ended it.
    case closed
}
