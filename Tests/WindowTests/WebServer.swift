import Foundation

/// A server of HTTP on this machine, for one test.
final class WebServer: @unchecked Sendable {
    struct Answer {
        var status = 200
        var headers: [String] = []
        var body: [UInt8] = []
        /// Seconds to wait between the two halves of the body.
        var pause = 0.0
        /// Bytes that are sent between two pauses; nil: half of the body.
        var piece: Int?
    }

    private let listener: Int32
    let port: Int
    private let answers: [String: Answer]
    private let lock = NSLock()
    private var seen: [String] = []

    /// What has been asked for, the first line and the body of each.
    var requests: [String] { lock.withLock { seen } }

    init(_ answers: [String: Answer]) throws {
        self.answers = answers
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, address, &length) == 0
            }
        }
        guard isBound else { throw Failure("no port: \(errno)") }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 { return }
                Thread { [self] in serve(connection) }.start()
            }
        }.start()
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            if count <= 0 { return }
            text += buffer[..<count]
            let request = String(decoding: text, as: UTF8.self)
            guard let end = request.range(of: "\r\n\r\n") else { continue }
            let head = request[..<end.lowerBound]
            let length =
                head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
                .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) } ?? 0
            if request[end.upperBound...].utf8.count < length { continue }
            let line = String(head.prefix { $0 != "\r" && $0 != "\r\n" })
            lock.withLock { seen.append(line + " " + request[end.upperBound...]) }
            let words = line.split(separator: " ")
            let path = words.count > 1 ? String(words[1]) : ""
            let answer = answers[path] ?? Answer(status: 404)
            var head2 = "HTTP/1.1 \(answer.status) X\r\nContent-Length: \(answer.body.count)\r\nConnection: close\r\n"
            for header in answer.headers { head2 += header + "\r\n" }
            put(connection, Array((head2 + "\r\n").utf8))
            if let piece = answer.piece {
                for start in stride(from: 0, to: answer.body.count, by: piece) {
                    put(connection, Array(answer.body[start..<min(start + piece, answer.body.count)]))
                    Thread.sleep(forTimeInterval: answer.pause)
                }
                return
            }
            let half = answer.pause > 0 ? answer.body.count / 2 : 0
            put(connection, Array(answer.body[..<half]))
            if answer.pause > 0 { Thread.sleep(forTimeInterval: answer.pause) }
            put(connection, Array(answer.body[half...]))
            return
        }
    }

    private func put(_ connection: Int32, _ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count <= 0 { return }
            rest = rest.dropFirst(count)
        }
    }
}
