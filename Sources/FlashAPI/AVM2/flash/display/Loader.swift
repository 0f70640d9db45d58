import AVM
import AVM2
import Base
import Player

/// `flash.display.Loader`.
enum LoaderClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.Loader", base: "flash.display.DisplayObjectContainer")
        table.makeState = { machine, traits in
            (machine.host as? AVM2Runtime)?.makeDisplayState(traits) { $0.makeLoader() }
        }
        table.members = { members }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "content", ":flash.display.DisplayObject") { (call) throws(ScriptError) in
            Value(orNull: try loader(call).children.first?.object2)
        },
        NativeMember(get: "contentLoaderInfo", ":flash.display.LoaderInfo") { (call) throws(ScriptError) in
            Value(try info(call))
        },
        NativeMember(get: "uncaughtErrorEvents", ":flash.events.UncaughtErrorEvents") { (call) throws(ScriptError) in
            let state = try call.state(DisplayState.self)
            if let known = state.kept["uncaughtErrorEvents"] { return known }
            let made = Value(try call.machine.make("flash.events.UncaughtErrorEvents"))
            state.kept["uncaughtErrorEvents"] = made
            return made
        },
        NativeMember(
            method: "load", "(request:flash.net.URLRequest, context:flash.system.LoaderContext = null):void", load),
        NativeMember(
            method: "loadBytes", "(bytes:flash.utils.ByteArray, context:flash.system.LoaderContext = null):void",
            loadBytes),
        NativeMember(method: "close", "():void") { (call) throws(ScriptError) in
            let info = try info(call).native(as: LoaderInfoState.self)
            info?.generation += 1
            return .undefined
        },
        NativeMember(method: "unload", "():void", unload),
        NativeMember(method: "unloadAndStop", "(gc:Boolean = true):void", unload),
        // A loader's child is its content: scripts cannot change it.
        NativeMember(
            method: "addChild", "(child:flash.display.DisplayObject):flash.display.DisplayObject", forbidden),
        NativeMember(
            method: "addChildAt", "(child:flash.display.DisplayObject, index:int):flash.display.DisplayObject",
            forbidden),
        NativeMember(
            method: "removeChild", "(child:flash.display.DisplayObject):flash.display.DisplayObject", forbidden),
        NativeMember(method: "removeChildAt", "(index:int):flash.display.DisplayObject", forbidden),
        NativeMember(method: "setChildIndex", "(child:flash.display.DisplayObject, index:int):void", forbidden),
    ]

    private static let forbidden: NativeBody = { (call) throws(ScriptError) in
        throw call.machine.makeError(.illegalOperation, 2069)
    }

    private static func loader(_ call: NativeCall) throws(ScriptError) -> LoaderObject {
        guard let loader = try call.display() as? LoaderObject else { throw call.machine.nullReference(call.this) }
        return loader
    }

    /// The loader's LoaderInfo, which lives as long as it does.
    private static func info(_ call: NativeCall) throws(ScriptError) -> Object {
        let state = try call.state(DisplayState.self)
        if let known = state.kept["contentLoaderInfo"]?.object { return known }
        let made = try LoaderInfoClass.make(call.runtime)
        made.native(as: LoaderInfoState.self)?.loader = call.this.object
        state.kept["contentLoaderInfo"] = Value(made)
        return made
    }

    /// The domain that a LoaderContext asks for.
    private static func domain(_ context: Object?, _ call: NativeCall) throws(ScriptError) -> Domain? {
        guard let context else { return nil }
        let value = try call.machine.get(call.machine.publicName("applicationDomain"), of: Value(context))
        return value.object?.native(as: DomainState.self)?.domain
    }

    private static let load: NativeBody = { (call) throws(ScriptError) in
        let loader = try loader(call)
        guard let request = call.object(0) else { throw call.machine.makeError(.type, 2007, ["request"]) }
        let machine = call.machine
        let address = try machine.get(machine.publicName("url"), of: Value(request))
        guard let text = address.string?.text else { throw machine.makeError(.type, 2007, ["url"]) }
        let info = try info(call)
        let domain = try domain(call.object(1), call)
        let runtime = call.runtime
        let pending = Pending(runtime: runtime, loader: loader, info: info, domain: domain)
        pending.begin()
        let url = URLReference.resolve(text, base: runtime.player.movieURL)
        var fetch = FetchRequest(url: url)
        fetch.reference = text
        runtime.player.host.fetch(fetch) { result in
            switch result {
            case .success(let response): pending.arrived(response.body, url: response.url, status: response.status)
            case .failure(let error): pending.failed(url: url, error)
            }
        }
        return .undefined
    }

    private static let loadBytes: NativeBody = { (call) throws(ScriptError) in
        let loader = try loader(call)
        guard let object = call.object(0), let state = object.native(as: ByteArrayState.self) else {
            throw call.machine.makeError(.type, 2007, ["bytes"])
        }
        let bytes = Array(state.storage.bytes)
        guard !bytes.isEmpty else { throw call.machine.makeError(.argument, 2085, ["bytes"]) }
        let info = try info(call)
        let runtime = call.runtime
        let pending = Pending(
            runtime: runtime, loader: loader, info: info, domain: try domain(call.object(1), call))
        pending.begin()
        // It is there already, but Flash tells of it in the next frame.
        runtime.afterFrame { pending.arrived(bytes, url: runtime.player.movieURL + "/[[DYNAMIC]]/1", status: nil) }
        return .undefined
    }

    private static let unload: NativeBody = { (call) throws(ScriptError) in
        let loader = try loader(call)
        let object = try info(call)
        guard let info = object.native(as: LoaderInfoState.self), info.content != nil else { return .undefined }
        info.generation += 1
        try call.runtime.send("unload", to: object)
        call.runtime.unload(loader)
        info.content = nil
        info.url = nil
        info.assets = nil
        (info.bytesLoaded, info.bytesTotal) = (0, 0)
        info.contentType = .null
        return .undefined
    }
}

/// One load in progress. It holds the objects that it will tell.
private final class Pending: RootProvider {
    unowned(unsafe) let runtime: AVM2Runtime
    let loader: LoaderObject
    let info: Object
    let domain: Domain?
    private var generation = 0

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

    func failed(url: String, _ error: FetchError) {
        defer { end() }
        guard !isStale else { return }
        if case .badStatus(_, let status) = error {
            send("flash.events.HTTPStatusEvent", "httpStatus", [Value(status)])
        }
        send(
            "flash.events.IOErrorEvent", "ioError",
            [runtime.machine.string("Error #2035: URL Not Found. URL: \(url)"), Value(Int32(2035))])
    }

    func arrived(_ bytes: [UInt8], url: String, status: Int?) {
        defer { end() }
        guard !isStale, let state else { return }
        send("flash.events.Event", "open")
        state.bytesTotal = bytes.count
        state.url = url
        progress(0, bytes.count)
        guard let content = runtime.makeContent(bytes, url: url, domain: domain, parent: runtime.player.mainAssets)
        else {
            send(
                "flash.events.IOErrorEvent", "ioError",
                [runtime.machine.string("Error #2124: Loaded file is an unknown type."), Value(Int32(2124))])
            return
        }
        state.bytesLoaded = bytes.count
        state.assets = content.assets
        state.contentType = runtime.machine.string(content.contentType)
        state.content = content.root
        progress(bytes.count, bytes.count)
        if let bitmap = content.bitmap, let object = content.root as? BitmapObject {
            runtime.perform { () throws(ScriptError) in
                object.data2 = try BitmapDataClass2.object(around: bitmap, runtime)
            }
        }
        content.root.loaderInfo2 = info
        runtime.start(content, in: loader)
        if let status { send("flash.events.HTTPStatusEvent", "httpStatus", [Value(status)]) }
        send("flash.events.Event", "init")
        send("flash.events.Event", "complete")
    }

    private func progress(_ loaded: Int, _ total: Int) {
        send("flash.events.ProgressEvent", "progress", [Value(double: Double(loaded)), Value(double: Double(total))])
    }
}
