import Foundation
import Player

/// One thing that the peer of a socket does, or waits for.
struct SocketStep: Decodable {
    enum Kind: String, Decodable {
        case receive = "Receive"
        case send = "Send"
        case waitForDisconnect = "WaitForDisconnect"
        case disconnect = "Disconnect"
    }
    var type: Kind
    var expected: [UInt8]?
    var payload: [UInt8]?
}

/// A connection whose peer follows a script. It always comes about.
final class ScriptedSocket: HostSocket {
    private var steps: ArraySlice<SocketStep>
    private let deliver: (SocketEvent) -> Void
    private var received: [UInt8] = []
    private var isConnected = false
    private(set) var isClosed = false

    init(_ steps: [SocketStep], _ deliver: @escaping (SocketEvent) -> Void) {
        self.steps = steps[...]
        self.deliver = deliver
    }

    func send(_ bytes: [UInt8]) { received += bytes }
    func close() { isClosed = true }

    /// Goes on until something must be waited for.
    func run() {
        if !isConnected {
            isConnected = true
            deliver(.connected)
        }
        while !isClosed, let step = steps.first {
            switch step.type {
            case .receive:
                let expected = step.expected ?? []
                guard received.starts(with: expected) else { return }
                received.removeFirst(expected.count)
            case .send: deliver(.data(step.payload ?? []))
            case .waitForDisconnect: return
            case .disconnect:
                isClosed = true
                deliver(.closed)
            }
            steps.removeFirst()
        }
    }
}
