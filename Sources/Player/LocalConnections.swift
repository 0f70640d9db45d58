/// Names that LocalConnections are connected to. Both machines share them: a movie of ActionScript 3 and one of
/// ActionScript 1 that it has loaded talk to each other this way.
public final class LocalConnections {
    /// Calls a method of what is connected. The arguments are a list in AMF0, as Flash writes it between two players.
    public typealias Receiver = (_ arguments: [UInt8], _ method: String) -> Void

    private var receivers: [String: Receiver] = [:]

    public init() {}

    /// Names ignore case.
    public subscript(name: String) -> Receiver? {
        get { receivers[name.lowercased()] }
        set { receivers[name.lowercased()] = newValue }
    }

    func removeAll() { receivers.removeAll() }
}
