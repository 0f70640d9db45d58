import AVM

extension Player {
    /// Fetches a resource for a script; `completion` and `progress` as ``PlayerHost`` has them. What comes after a rewind
    /// is for scripts that are gone: nobody hears of it.
    public func fetch(
        _ request: FetchRequest, progress: ((FetchProgress) -> Void)? = nil,
        completion: @escaping (Result<FetchResponse, FetchError>) -> Void
    ) {
        let isCurrent = { [weak self, weak heap] in heap != nil && self?.heap === heap }
        if let progress {
            host.fetch(
                request, progress: { if isCurrent() { progress($0) } },
                completion: { if isCurrent() { completion($0) } })
        } else {
            host.fetch(request) { if isCurrent() { completion($0) } }
        }
    }
}
