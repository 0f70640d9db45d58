import AVM
import AVM2
import Player

/// What classes that load something share: the request, and the events in Flash's order.
enum Fetching {
    /// Sends a request for `object`, which lives until the answer is there. `isCurrent`: the answer is still wanted.
    /// `progress` hears of what comes over the network before it is all there; `failure` is called before the script hears
    /// that there is no more.
    static func start(
        _ request: FetchRequest, for object: Object, _ runtime: AVM2Runtime, isCurrent: @escaping () -> Bool,
        progress: ((FetchProgress) throws(ScriptError) -> Void)? = nil, failure: @escaping () -> Void = {},
        completion: @escaping (FetchResponse) throws(ScriptError) -> Void
    ) {
        runtime.services.retain(object)
        let told: (FetchProgress) -> Void = { [unowned runtime] part in
            guard let progress, isCurrent() else { return }
            runtime.perform { () throws(ScriptError) in try progress(part) }
        }
        runtime.player.fetch(request, progress: told) { [unowned runtime] result in
            defer { runtime.services.release(object) }
            guard isCurrent() else { return }
            runtime.perform { () throws(ScriptError) in
                switch result {
                case .success(let response): try completion(response)
                case .failure(let error):
                    failure()
                    try fail(error, request, object, runtime)
                }
            }
        }
    }

    /// `httpStatus`, which also local files have, with status 0.
    static func sendStatus(
        _ status: Int, _ url: String?, wasRedirected: Bool, to object: Object, _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        guard runtime.willTrigger(runtime.machine.heap.strings.pinned("httpStatus"), object) else { return }
        let event = try runtime.makeEvent(
            "flash.events.HTTPStatusEvent", "httpStatus", [Value(status), Value(wasRedirected)])
        _ = try runtime.dispatch(event, to: object)
    }

    static func sendProgress(_ loaded: Int, of total: Int, to object: Object, _ runtime: AVM2Runtime)
        throws(ScriptError)
    {
        try runtime.send("flash.events.ProgressEvent", "progress", to: object, [Value(loaded), Value(total)])
    }

    private static func fail(
        _ error: FetchError, _ request: FetchRequest, _ object: Object, _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        var status = 0
        if case .badStatus(_, let number) = error { status = number }
        try sendStatus(status, nil, wasRedirected: false, to: object, runtime)
        let text = "Error #2032: Stream Error. URL: \(request.url)"
        let atom = runtime.machine.heap.strings.pinned("ioError")
        if runtime.willTrigger(atom, object) {
            try runtime.send(
                "flash.events.IOErrorEvent", "ioError", to: object, [runtime.machine.string(text), Value(Int32(2032))])
        } else {
            runtime.player.host.trace("Error #2044: Unhandled ioError:. text=\(text)")
        }
    }
}
