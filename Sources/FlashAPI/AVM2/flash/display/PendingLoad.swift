import AVM
import AVM2
import Player

/// One load of a `Loader` in progress. It holds the objects that it will tell.
///
/// OPEN and PROGRESS come as the bytes do. What they make hangs below the loader from then on, is constructed with the
/// next frame, and INIT, HTTP_STATUS and COMPLETE follow when that frame ends.
final class PendingLoad: RootProvider {
    unowned(unsafe) let runtime: AVM2Runtime
    let loader: LoaderObject
    let info: Object
    let domain: Domain?
    private var generation = 0
    /// OPEN has been sent.
    private var isOpen = false

    init(runtime: AVM2Runtime, loader: LoaderObject, info: Object, domain: Domain?) {
        self.runtime = runtime
        self.loader = loader
        self.info = info
        self.domain = domain
    }

    private var state: LoaderInfoState? { info.native(as: LoaderInfoState.self) }

    func visitRoots(_ marker: inout Marker) {
        marker.visit(info)
        marker.visit(loader.object2)
    }

    func begin() {
        state?.generation += 1
        generation = state?.generation ?? 0
        runtime.rootProviders.append(self)
    }

    /// Another load, or `close`, has taken its place.
    private var isStale: Bool { state?.generation != generation }

    private func end() { runtime.rootProviders.removeAll { $0 === self } }

    private func send(_ className: StaticString, _ type: StaticString, _ arguments: [Value] = []) {
        runtime.perform { () throws(ScriptError) in
            try runtime.send(className, type, to: info, arguments)
        }
    }

    private func fail(_ number: Int32, _ text: String) {
        let text = "Error #\(number): \(text)"
        send("flash.events.IOErrorEvent", "ioError", [runtime.machine.string(text), Value(number)])
    }

    func failed(url: String, _ error: FetchError) {
        defer { end() }
        guard !isStale else { return }
        if case .badStatus(_, let status) = error {
            send("flash.events.HTTPStatusEvent", "httpStatus", [Value(status)])
        }
        fail(2035, "URL Not Found. URL: \(url)")
    }

    /// Part of what an address gives is there.
    func comes(_ received: Int, of total: Int?) {
        guard !isStale, let state else { return }
        if !isOpen { send("flash.events.Event", "open") }
        isOpen = true
        (state.bytesLoaded, state.bytesTotal) = (received, total ?? 0)
        progress(received, total ?? 0)
    }

    /// The bytes that an address has given.
    func arrived(_ bytes: [UInt8], url: String, status: Int) {
        guard !isStale else { return end() }
        if !isOpen { send("flash.events.Event", "open") }
        isOpen = true
        arrived(bytes)
        place(bytes, url: url, status: status)
    }

    func arrived(_ bytes: [UInt8]) {
        guard !isStale, let state else { return }
        state.bytesTotal = bytes.count
        progress(0, bytes.count)
        state.bytesLoaded = bytes.count
        progress(bytes.count, bytes.count)
    }

    /// Makes what the bytes are of, below the loader.
    func place(_ bytes: [UInt8], url: String, status: Int?) {
        guard !isStale, let state else { return end() }
        guard let content = runtime.makeContent(bytes, url: url, domain: domain, parent: runtime.player.mainAssets)
        else {
            defer { end() }
            return fail(2124, "Loaded file is an unknown type. URL: \(url)")
        }
        state.url = url
        state.assets = content.assets
        state.contentType = runtime.machine.string(content.contentType)
        state.content = content.root
        if let bitmap = content.bitmap, let object = content.root as? BitmapObject {
            runtime.perform { () throws(ScriptError) in
                object.data2 = try BitmapDataClass2.object(around: bitmap, runtime)
            }
        }
        content.root.loaderInfo2 = info
        runtime.place(content, in: loader)
        // Only what has a class of its own waits for its constructor.
        if content.kind != .movie { return complete(status) }
        runtime.afterFrame { self.complete(status) }
    }

    private func complete(_ status: Int?) {
        defer { end() }
        guard !isStale else { return }
        send("flash.events.Event", "init")
        if let status { send("flash.events.HTTPStatusEvent", "httpStatus", [Value(status)]) }
        send("flash.events.Event", "complete")
    }

    private func progress(_ loaded: Int, _ total: Int) {
        send("flash.events.ProgressEvent", "progress", [Value(double: Double(loaded)), Value(double: Double(total))])
    }
}
