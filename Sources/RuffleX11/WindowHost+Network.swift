import Glibc
import Player

/// What a movie gets from the network: what lies where it came from, and what the person allows.
extension WindowHost {
    static func isWeb(_ url: String) -> Bool {
        ["http", "https"].contains(URLReference.scheme(of: url)?.lowercased() ?? "")
    }

    /// `url`: where the request really goes.
    func fetchWeb(
        _ url: String, _ request: FetchRequest, _ progress: @escaping (FetchProgress) -> Void,
        _ completion: @escaping (Result<FetchResponse, FetchError>) -> Void
    ) {
        let host = URLReference.host(of: url).lowercased()
        let subject = "net:\(host)"
        func refuse() {
            tellOnce("the movie may not load \(url) (--network-access-mode allow lets it)")
            later { completion(.failure(.notFound(url: request.url))) }
        }
        switch networkAccess {
        case .deny: return refuse()
        case .allow: return startFetch(url, request, progress, completion)
        case .ask: break
        }
        if host == ownHost, !host.isEmpty { return startFetch(url, request, progress, completion) }
        if permissions[subject] == nil && !asks { return refuse() }
        ask(
            subject, "Something from the network",
            "The movie wants to load \(url)."
        ) { [unowned self] isAllowed in
            if isAllowed { startFetch(url, request, progress, completion) } else { refuse() }
        }
    }

    private func startFetch(
        _ url: String, _ request: FetchRequest, _ progress: @escaping (FetchProgress) -> Void,
        _ completion: @escaping (Result<FetchResponse, FetchError>) -> Void
    ) {
        var wanted = request
        wanted.url = url
        network.fetch(wanted, progress: progress) { [unowned self] result, problem in
            if let problem { tellOnce("the movie wants to load \(url): \(problem)") }
            completion(result)
        }
    }
}

extension Transfer {
    /// Fetches what lies at an address, and waits for it. Returns it and where it came from in the end.
    static func fetch(_ url: String) throws(Complaint) -> (bytes: [UInt8], url: String) {
        guard let transfer = Transfer(FetchRequest(url: url)) else {
            throw Complaint(message: "cannot load \(url): there can be no thread")
        }
        let progress = ProgressLine("bytes of \(url)")
        defer { progress.end() }
        while true {
            let (received, total) = transfer.progress
            guard progress.show(received, total ?? received) else {
                transfer.stop()
                throw Complaint(message: "cancelled")
            }
            if transfer.outcome != nil { return try transfer.result() }
            usleep(10_000)
        }
    }

    /// What has come of a transfer that has ended.
    func result() throws(Complaint) -> (bytes: [UInt8], url: String) {
        switch outcome {
        case .answer(let status, let found, _) where status < 400: return (bytes, found)
        case .answer(let status, _, _): throw Complaint(message: "cannot load \(url): the server says \(status)")
        case .failed(let problem): throw Complaint(message: "cannot load \(url): \(problem)")
        case nil: throw Complaint(message: "cannot load \(url): it has not come yet")
        }
    }
}
