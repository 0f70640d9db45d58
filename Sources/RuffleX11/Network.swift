import Base
import CCurl
import Glibc
import Player
import Synchronization

/// One answer of a server that is on its way, on a thread of its own.
final class Transfer: Sendable {
    /// What has come so far.
    struct State: Sendable {
        var bytes: [UInt8] = []
        /// Bytes that have come in all; of them some may have been taken out.
        var received = 0
        /// Length of the whole, nil where the server does not say.
        var total: Int?
        /// Nil while it goes on.
        var outcome: Outcome?
        var isStopped = false
    }

    enum Outcome: Equatable, Sendable {
        case answer(status: Int, url: String, wasRedirected: Bool)
        /// Why there is none.
        case failed(String)
    }

    let url: String
    private let state = Mutex(State())
    private let request: FetchRequest
    private static let largest: Int64 = 1 << 30

    /// Nil where there can be no thread.
    init?(_ request: FetchRequest) {
        self.request = request
        url = request.url
        guard let thread = PosixThread({ self.run() }) else { return nil }
        thread.detach()
    }

    /// Nobody wants it any more.
    func stop() { state.withLock { $0.isStopped = true } }

    var outcome: Outcome? { state.withLock { $0.outcome } }
    var progress: (received: Int, total: Int?) { state.withLock { ($0.received, $0.total) } }
    /// All that has come.
    var bytes: [UInt8] { state.withLock { $0.bytes } }

    /// Takes out what has come since the last time.
    func takeBytes() -> [UInt8] {
        state.withLock { state in
            defer { state.bytes = [] }
            return state.bytes
        }
    }

    private func run() {
        var lines = request.headers.map { "\($0.name): \($0.value)" }
        if request.body != nil { lines.append("Content-Type: \(request.contentType)") }
        // What has line breaks would say more than one line.
        let headers = lines.filter { !$0.utf8.contains { $0 < 32 } }.map { strdup($0) } + [nil]
        defer { for header in headers { free(header) } }
        var result = ccurl_result()
        let status = headers.map { UnsafePointer($0) }.withUnsafeBufferPointer { headers in
            request.url.withCString { url in
                Self.userAgent.withCString { agent in
                    withBody { body in
                        var wanted = ccurl_request(
                            url: url, headers: headers.baseAddress, user_agent: agent, body: body?.baseAddress,
                            body_size: body?.count ?? 0, limit: Self.largest)
                        return ccurl_perform(
                            &wanted, &result,
                            { context, bytes, size, total in
                                guard let context else { return 0 }
                                let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                                return transfer.take(UnsafeBufferPointer(start: bytes, count: size), total) ? 1 : 0
                            }, Unmanaged.passUnretained(self).toOpaque())
                    }
                }
            }
        }
        let outcome: Outcome =
            status == 0
            ? .answer(
                status: Int(result.status), url: Self.text(&result.url), wasRedirected: result.was_redirected != 0)
            : .failed(Self.text(&result.problem))
        state.withLock { $0.outcome = outcome }
    }

    private static let userAgent = "Mozilla/5.0 (X11; Linux) Shockwave Flash RuffleX11"

    private func withBody(_ perform: (UnsafeBufferPointer<UInt8>?) -> Int32) -> Int32 {
        guard request.method == .post else { return perform(nil) }
        // An empty body has an address too: without one it would be no POST.
        return ((request.body ?? []) + [0]).withUnsafeBufferPointer {
            perform(UnsafeBufferPointer(rebasing: $0.dropLast()))
        }
    }

    private func take(_ bytes: UnsafeBufferPointer<UInt8>, _ total: Int64) -> Bool {
        state.withLock { state in
            if !bytes.isEmpty {
                state.bytes.append(contentsOf: bytes)
                state.received += bytes.count
                state.total = total >= 0 ? Int(total) : nil
            }
            return !state.isStopped
        }
    }

    private static func text<T>(_ buffer: inout T) -> String {
        withUnsafeBytes(of: &buffer) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// What a movie has asked of the network and not got yet.
final class Network {
    private struct Pending {
        let transfer: Transfer
        let request: FetchRequest
        let progress: (FetchProgress) -> Void
        let completion: Completion
        /// Bytes that have been told of.
        var told = 0
    }

    typealias Completion = (Result<FetchResponse, FetchError>, _ problem: String?) -> Void

    private var pending: [Pending] = []
    private var waiting: [(FetchRequest, (FetchProgress) -> Void, Completion)] = []
    private var told: [() -> Void] = []
    /// Servers see no more from one movie at once, as browsers have it.
    private static let mostAtOnce = 6

    deinit { for each in pending { each.transfer.stop() } }

    var isBusy: Bool { !pending.isEmpty || !waiting.isEmpty }

    /// `completion` is called from ``deliver()``, with a line for the person where it failed.
    func fetch(
        _ request: FetchRequest, progress: @escaping (FetchProgress) -> Void = { _ in },
        _ completion: @escaping Completion
    ) {
        waiting.append((request, progress, completion))
        startWaiting()
    }

    private func startWaiting() {
        while pending.count < Self.mostAtOnce, !waiting.isEmpty {
            let (request, progress, completion) = waiting.removeFirst()
            guard let transfer = Transfer(request) else {
                completion(.failure(.notFound(url: request.url)), "there can be no thread")
                continue
            }
            pending.append(
                Pending(transfer: transfer, request: request, progress: progress, completion: completion))
        }
    }

    /// Hands over what has come.
    func deliver() {
        for each in pending where each.request.token?.isCancelled == true { each.transfer.stop() }
        for place in pending.indices where pending[place].transfer.outcome == nil {
            let (received, total) = pending[place].transfer.progress
            if received == pending[place].told { continue }
            pending[place].told = received
            let progress = pending[place].progress
            let transfer = pending[place].transfer
            let bytes = pending[place].request.isStreamed ? transfer.takeBytes() : []
            told.append { progress(FetchProgress(received: received, total: total, bytes: bytes)) }
        }
        // What hears of it may ask for more.
        let calls = told
        told = []
        for call in calls { call() }
        let done = pending.filter { $0.transfer.outcome != nil }
        pending.removeAll { $0.transfer.outcome != nil }
        for each in done {
            switch each.transfer.outcome {
            case .answer(let status, let url, let wasRedirected) where status < 400:
                each.completion(
                    .success(
                        FetchResponse(
                            url: url, status: status, body: each.transfer.bytes, wasRedirected: wasRedirected)), nil)
            case .answer(let status, let url, _):
                each.completion(.failure(.badStatus(url: url, status)), "the server says \(status)")
            case .failed(let problem):
                let isCancelled = each.request.token?.isCancelled == true
                each.completion(.failure(.notFound(url: each.request.url)), isCancelled ? nil : problem)
            case nil: break
            }
        }
        startWaiting()
    }
}
