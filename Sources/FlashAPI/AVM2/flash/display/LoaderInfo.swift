import AVM
import AVM2
import Player

/// The native state of a LoaderInfo: what it is about.
final class LoaderInfoState: EventTargetState {
    /// The root of what has been loaded; nil while nothing has been.
    var content: DisplayObject?
    var loader: Object?
    var url: String?
    var loaderURL: String
    var bytesLoaded = 0
    var bytesTotal = 0
    var contentType = Value.null
    var parameters = Value.null
    var assets: MovieAssets?
    var bytes = Value.null
    var sharedEvents = Value.null
    var uncaughtErrorEvents = Value.null
    var isStage = false
    /// Grows with each load, so that a load can tell that another has taken its place.
    var generation = 0

    /// `load` or `loadBytes` has been called.
    var isLoading = false

    init(loaderURL: String) { self.loaderURL = loaderURL }

    /// Back to what it was before anything was loaded.
    func forgetContent() {
        content = nil
        url = nil
        assets = nil
        (bytesLoaded, bytesTotal) = (0, 0)
        contentType = .null
        bytes = .null
        isLoading = false
    }

    override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(loader)
        for value in [contentType, parameters, bytes, sharedEvents, uncaughtErrorEvents] { marker.visit(value) }
        marker.visit(content?.object2)
    }
}

/// `flash.display.LoaderInfo`.
enum LoaderInfoClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.LoaderInfo", base: "flash.events.EventDispatcher")
        table.makeState = { machine, _ in
            LoaderInfoState(loaderURL: (machine.host as? AVM2Runtime)?.player.movieURL ?? "")
        }
        table.members = { members }
        return table
    }()

    /// The LoaderInfo of the root of a movie, or of the stage.
    static func object(of root: DisplayObject, _ runtime: AVM2Runtime) throws(ScriptError) -> Value {
        if let known = root.loaderInfo2 { return Value(known) }
        guard let state = root.object2?.native(as: DisplayState.self) else { return .null }
        if let known = state.kept["loaderInfo"] { return known }
        guard root is MovieClip || root is StageObject else { return .null }
        let made = try make(runtime)
        let info = made.native(as: LoaderInfoState.self)
        info?.content = root is StageObject ? runtime.player.level(0) : root
        info?.isStage = root is StageObject
        info?.assets = root.assets
        info?.url = root.assets.url
        info?.bytesTotal = root.assets.movieLength
        info?.bytesLoaded = root.assets.movieLength
        info?.contentType = runtime.machine.string("application/x-shockwave-flash")
        let parameters = runtime.machine.makeObject()
        for (name, value) in runtime.player.movieParameters {
            runtime.machine.heap.define(
                runtime.machine.atom(name), runtime.machine.string(value), on: parameters)
        }
        info?.parameters = Value(parameters)
        state.kept["loaderInfo"] = Value(made)
        return Value(made)
    }

    static func make(_ runtime: AVM2Runtime) throws(ScriptError) -> Object {
        guard let traits = runtime.machine.traits(named: "flash.display.LoaderInfo") else {
            throw runtime.machine.nullReference(.null)
        }
        _ = try runtime.machine.classObject(traits)
        return runtime.machine.instantiate(traits)
    }

    private static func state(_ call: NativeCall) throws(ScriptError) -> LoaderInfoState {
        try call.state(LoaderInfoState.self)
    }

    /// What is known only once the movie has begun to arrive: Error #2099 before.
    private static func loaded(_ call: NativeCall) throws(ScriptError) -> LoaderInfoState {
        let state = try state(call)
        guard state.url != nil else { throw call.machine.makeError(.error, 2099) }
        return state
    }

    private static let members: [NativeMember] = [
        NativeMember(get: "url", ":String") { (call) throws(ScriptError) in
            try state(call).url.map { call.text($0) } ?? .null
        },
        NativeMember(get: "loaderURL", ":String") { (call) throws(ScriptError) in
            call.text(try state(call).loaderURL)
        },
        NativeMember(get: "bytesLoaded", ":uint") { (call) throws(ScriptError) in Value(try state(call).bytesLoaded) },
        NativeMember(get: "bytesTotal", ":uint") { (call) throws(ScriptError) in Value(try state(call).bytesTotal) },
        NativeMember(get: "contentType", ":String") { (call) throws(ScriptError) in try state(call).contentType },
        NativeMember(get: "parameters", ":Object") { (call) throws(ScriptError) in
            let state = try state(call)
            if state.parameters.isNull { state.parameters = Value(call.machine.makeObject()) }
            return state.parameters
        },
        NativeMember(get: "content", ":flash.display.DisplayObject") { (call) throws(ScriptError) in
            Value(orNull: try state(call).content?.object2)
        },
        NativeMember(get: "loader", ":flash.display.Loader") { (call) throws(ScriptError) in
            let state = try state(call)
            if state.loader == nil && state.url != nil && !state.isStage && state.content != nil { return .null }
            return Value(orNull: state.loader)
        },
        NativeMember(get: "frameRate", ":Number") { (call) throws(ScriptError) in
            Value(double: try loaded(call).assets?.frameRate ?? 0)
        },
        NativeMember(get: "width", ":int") { (call) throws(ScriptError) in
            Value(try loaded(call).assets?.stageWidth ?? 0)
        },
        NativeMember(get: "height", ":int") { (call) throws(ScriptError) in
            Value(try loaded(call).assets?.stageHeight ?? 0)
        },
        NativeMember(get: "swfVersion", ":uint") { (call) throws(ScriptError) in
            Value(try loaded(call).assets?.swfVersion ?? 0)
        },
        NativeMember(get: "actionScriptVersion", ":uint") { (call) throws(ScriptError) in
            Value(try loaded(call).assets?.usesScript3 ?? true ? 3 : 2)
        },
        NativeMember(get: "applicationDomain", ":flash.system.ApplicationDomain") { (call) throws(ScriptError) in
            guard let assets = try state(call).assets else { return .null }
            return Value(try ApplicationDomainClass.object(for: call.runtime.domain(of: assets), call.machine))
        },
        NativeMember(get: "sameDomain", ":Boolean") { _ in .true },
        NativeMember(get: "childAllowsParent", ":Boolean") { _ in .true },
        NativeMember(get: "parentAllowsChild", ":Boolean") { _ in .true },
        NativeMember(get: "isURLInaccessible", ":Boolean") { _ in .false },
        NativeMember(get: "sharedEvents", ":flash.events.EventDispatcher") { (call) throws(ScriptError) in
            let state = try state(call)
            if state.sharedEvents.isNull {
                state.sharedEvents = Value(try call.machine.make("flash.events.EventDispatcher"))
            }
            return state.sharedEvents
        },
        NativeMember(get: "uncaughtErrorEvents", ":flash.events.UncaughtErrorEvents") { (call) throws(ScriptError) in
            let state = try state(call)
            if state.uncaughtErrorEvents.isNull {
                state.uncaughtErrorEvents = Value(try call.machine.make("flash.events.UncaughtErrorEvents"))
            }
            return state.uncaughtErrorEvents
        },
        NativeMember(get: "bytes", ":flash.utils.ByteArray") { (call) throws(ScriptError) in
            let state = try state(call)
            guard state.bytes.isNull, state.isLoading || state.assets != nil else { return state.bytes }
            let array = try call.machine.make("flash.utils.ByteArray")
            guard let assets = state.assets else { return Value(array) }
            try ByteArrayAccess.write(assets.movieBytes, to: array, call.machine)
            state.bytes = Value(array)
            return state.bytes
        },
        NativeMember(property: "childSandboxBridge", ":Object", get: { _ in .null }, set: { _ in .undefined }),
        NativeMember(property: "parentSandboxBridge", ":Object", get: { _ in .null }, set: { _ in .undefined }),
    ]
}
