import Foundation

/// An X server without a screen, for one test: Xvfb on a display of its own.
final class XServer {
    let display: String
    private let process: Child

    /// Starts Xvfb with a screen of `depth` bits and waits until it can be used.
    init(depth: Int = 24, width: Int = 640, height: Int = 480, arguments: [String] = []) throws {
        // With -displayfd the server finds a free number itself, and writes it when it is ready.
        process = try Child(
            "Xvfb",
            ["-displayfd", "1", "-screen", "0", "\(width)x\(height)x\(depth)", "-nolisten", "tcp", "-noreset"]
                + arguments,
            environment: ProcessInfo.processInfo.environment)
        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let bytes = process.output.availableData
            if bytes.isEmpty { throw Failure("Xvfb did not start with depth \(depth) \(arguments)") }
            line += bytes
        }
        display = ":" + String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func stop() { process.stop() }
}
