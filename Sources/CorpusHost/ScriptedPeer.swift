import Foundation
import Player

/// The other side of a connection, as a script has it.
final class ScriptedPeer: SocketLink {
    private struct Step: Decodable {
        var type: String
        var expected: [UInt8]?
        var payload: [UInt8]?
    }
    private var steps: [Step] = []
    private var received: [UInt8] = []
    private var isClosed = false
    private let handler: (SocketEvent) -> Void

    init(_ file: URL?, handler: @escaping (SocketEvent) -> Void) {
        self.handler = handler
        guard let file, let data = try? Data(contentsOf: file) else { return }
        steps = (try? JSONDecoder().decode([Step].self, from: data)) ?? []
    }

    func send(_ bytes: [UInt8]) {
        received += bytes
        advance()
    }

    func close() {
        isClosed = true
        advance()
    }

    /// Does the steps whose time has come.
    func advance() {
        while let step = steps.first {
            switch step.type {
            case "Send": handler(.received(step.payload ?? []))
            case "Receive":
                let expected = step.expected ?? []
                guard received.count >= expected.count else { return }
                // Something else than the script expects ends the talk.
                guard received.starts(with: expected) else {
                    steps.removeAll()
                    return handler(.closed)
                }
                received.removeFirst(expected.count)
            case "WaitForDisconnect":
                guard isClosed else { return }
            case "Disconnect": handler(.closed)
            default: break
            }
            steps.removeFirst()
        }
    }
}
