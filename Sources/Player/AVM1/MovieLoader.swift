import AVM
import AVM1
import Media
import Renderer
import SWF

/// Loads movies, images and variables into clips and levels (`loadMovie`, GetURL2, MovieClipLoader).
public final class MovieLoader {
    unowned(unsafe) let runtime: AVM1Runtime
    private var player: Player { runtime.player }
    /// Clips that have a movie whose first frame has not run: their loaders say `onLoadInit` when it has.
    private var awaitingInit: [Load] = []
    /// What is being loaded into which clip; a newer load, or unloading, takes the place of an older one.
    private var current: [ObjectIdentifier: Load] = [:]

    /// One load under way.
    private final class Load {
        let clip: MovieClip
        /// The MovieClipLoader that is told of it.
        let listener: Object?

        init(clip: MovieClip, listener: Object?) {
            self.clip = clip
            self.listener = listener
        }
    }

    init(runtime: AVM1Runtime) {
        self.runtime = runtime
    }

    func visit(_ marker: inout Marker) {
        for load in awaitingInit + Array(current.values) {
            marker.visit(load.listener)
            load.clip.visitScripts(&marker)
        }
    }

    // MARK: getURL

    func getURL(_ url: String, target: String, kind: URLRequestKind, from clip: Object) throws(ScriptError) {
        if url.lowercased().hasPrefix("fscommand:") {
            player.host.fscommand(String(url.dropFirst("fscommand:".count)), target)
            return
        }
        let level = Self.levelNumber(target)
        if kind.loadsVariables {
            if let object = try self.target(target, from: clip) {
                try loadVariables(url, into: object, method: kind.method, variablesOf: clip)
            }
        } else if kind.loadsTarget || level != nil {
            if url.isEmpty {
                // An empty address empties the target.
                if let object = try self.target(target, from: clip, makesLevel: false) { unload(object) }
            } else if let object = try self.target(target, from: clip) {
                try loadMovie(url, into: object, method: kind.method, variablesOf: clip)
            }
        } else {
            let variables = kind.method == .none ? nil : try runtime.machine.urlEncodedVariables(of: clip)
            var request = FetchRequest(url: url)
            request.method = kind.method == .post ? .post : .get
            request.body = variables.map { Array($0.utf8) }
            player.host.navigate(request, target: Self.normalized(target))
        }
    }

    /// The names of browser windows ignore case; that of a new one may lack its underscore.
    private static func normalized(_ target: String) -> String {
        let folded = target.lowercased()
        if folded == "blank" { return "_blank" }
        return ["_blank", "_self", "_parent", "_top"].contains(folded) ? folded : target
    }

    /// The number in "_level3", nil where it is no level.
    private static func levelNumber(_ target: String) -> Int? {
        let folded = target.lowercased()
        guard folded.hasPrefix("_level"), folded.utf8.count < 16 else { return nil }
        return Int(folded.dropFirst(6))
    }

    private func target(_ name: String, from clip: Object, makesLevel: Bool = true) throws(ScriptError) -> MovieClip? {
        if let level = Self.levelNumber(name), level >= 0 {
            return makesLevel ? player.makeLevel(level) : player.level(level)
        }
        let path = runtime.machine.heap.makeString(name)
        return try runtime.machine.clip(atPath: path, from: clip)?.displayObject as? MovieClip
    }

    /// The request for a URL, with the variables of a clip where a method says how to send them.
    private func request(
        _ url: String, method: URLRequestKind.Method, variablesOf script: Object?
    ) throws(ScriptError) -> FetchRequest {
        var request = FetchRequest(url: URLReference.resolve(url, base: player.movieURL))
        request.reference = url
        guard method != .none, let script else { return request }
        let variables = try runtime.machine.urlEncodedVariables(of: script)
        if method == .get {
            let query = (request.url.contains("?") ? "&" : "?") + variables
            request.url += query
            request.reference = url + query
        } else {
            request.method = .post
            request.body = Array(variables.utf8)
        }
        return request
    }

    // MARK: Variables

    /// Loads variables into a clip and then sends it `onData`.
    public func loadVariables(
        _ url: String, into clip: MovieClip, method: URLRequestKind.Method, variablesOf script: Object?
    ) throws(ScriptError) {
        let request = try request(url, method: method, variablesOf: script)
        player.fetch(request) { [unowned self] result in
            guard let script = clip.avm1Object() else { return }
            runtime.perform { () throws(ScriptError) in
                if case .success(let response) = result {
                    try runtime.machine.asCode(of: script) { () throws(ScriptError) in
                        let text = runtime.machine.decodeText(response.body).string?.text ?? ""
                        try runtime.machine.decodeVariables(text, into: script)
                    }
                }
            }
            clip.queue(.data)
            runtime.runQueue()
        }
    }

    // MARK: Movies

    /// Loads a movie or an image into a clip. `listener` is the MovieClipLoader that asked.
    public func loadMovie(
        _ url: String, into clip: MovieClip, method: URLRequestKind.Method, variablesOf script: Object?,
        listener: Object? = nil
    ) throws(ScriptError) {
        let request = try request(url, method: method, variablesOf: script)
        let load = Load(clip: clip, listener: listener)
        current[ObjectIdentifier(clip)] = load
        player.fetch(request) { [unowned self] result in
            guard current[ObjectIdentifier(clip)] === load else { return }
            current[ObjectIdentifier(clip)] = nil
            switch result {
            case .success(let response): finish(load, request, response)
            case .failure(let error): fail(load, request.url, error)
            }
            runtime.runQueue()
        }
    }

    private func finish(_ load: Load, _ request: FetchRequest, _ response: FetchResponse) {
        let clip = load.clip
        clip.becomeEmpty()
        var size = response.body.count
        if let movie = try? Movie(response.body) {
            let assets = MovieAssets(movie: movie, url: response.url, resources: player.resources)
            clip.adopt(assets, timeline: assets.timeline)
            tell(load, "onLoadStart", [])
            player.fetchImports(of: assets)
            setVariables(fromQueryOf: request.url, on: clip)
        } else if let image = try? ImageDecoder.image(response.body[...]), let pixmap = Pixmap(image) {
            tell(load, "onLoadStart", [])
            clip.show(Bitmap(pixmap, player: player))
        } else {
            tell(load, "onLoadStart", [])
            // What is neither counts as a movie of no bytes.
            size = 0
        }
        tell(load, "onLoadProgress", [Value(size), Value(size)])
        tell(load, "onLoadComplete", [Value(response.status)])
        awaitingInit.append(load)
    }

    private func fail(_ load: Load, _ requested: String, _ error: FetchError) {
        var status = 0
        if case .badStatus(let url, let code) = error {
            status = code
            player.host.warn("Failed to load \(url): status \(code)")
        }
        load.clip.becomeEmpty()
        load.clip.failedURL = requested
        tell(
            load, "onLoadError",
            [runtime.machine.string(status == 0 ? "URLNotFound" : "LoadNeverCompleted"), Value(status)])
    }

    /// The variables behind the "?" of a URL become the clip's.
    private func setVariables(fromQueryOf url: String, on clip: MovieClip) {
        guard let query = url.split(separator: "?", maxSplits: 1).dropFirst().first, let script = clip.avm1Object()
        else {
            return
        }
        runtime.perform { () throws(ScriptError) in
            try runtime.machine.decodeVariables(String(query), into: script)
        }
    }

    /// Tells the MovieClipLoader of a load, if there is one.
    private func tell(_ load: Load, _ name: StaticString, _ arguments: [Value]) {
        guard let listener = load.listener, let script = load.clip.avm1Object() else { return }
        runtime.perform { () throws(ScriptError) in
            try runtime.machine.asCode(of: player.level(0)?.avm1Object() ?? script) { () throws(ScriptError) in
                // Through the method, which scripts may have replaced.
                try runtime.machine.callMethod(
                    listener, "broadcastMessage", [runtime.machine.string("\(name)"), Value(script)] + arguments)
            }
        }
    }

    /// The scripts of a frame have run: loaded movies whose first frame was among them are ready.
    func frameDidRun() {
        guard !awaitingInit.isEmpty else { return }
        let ready = awaitingInit
        awaitingInit.removeAll()
        for load in ready.reversed() { tell(load, "onLoadInit", []) }
    }

    /// Empties a clip; a level other than 0 goes altogether.
    public func unload(_ clip: MovieClip) {
        current[ObjectIdentifier(clip)] = nil
        if clip.parent == nil, let number = player.levelNumber(of: clip), number > 0 {
            clip.queueUnload()
            // It is there until the next frame.
            clip.isPendingRemoval = true
            player.pendingRemovals.append(clip)
            return
        }
        clip.queueUnload()
        clip.becomeEmpty()
    }
}

extension MovieClip {
    /// Loses its movie: what is left is a clip with one empty frame.
    func becomeEmpty() {
        forgetVariables()
        adopt(assets, timeline: Timeline(movie: assets.movie, records: [], frameCount: 1))
        player.invalidate()
    }

    /// Takes away all variables, but for the links to its class.
    private func forgetVariables() {
        guard let script = existingScript else { return }
        for slot in (0..<script.slotCount).reversed()
        where script.shape.entry(slot).name != nil && !script.attributes(slot).contains(.dontDelete) {
            player.heap.delete(slot: slot, from: script)
        }
    }

    /// Shows a loaded image.
    func show(_ bitmap: Bitmap) {
        place(BitmapObject(player: player, assets: assets, bitmap: bitmap, isSmoothed: false), atDepth: 1)
    }
}
