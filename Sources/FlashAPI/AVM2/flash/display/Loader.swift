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
            // Also where a script has put it elsewhere.
            Value(orNull: try info(call).native(as: LoaderInfoState.self)?.content?.object2)
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
        guard let object = call.object(0) else { throw call.machine.makeError(.type, 2007, ["request"]) }
        let request = try URLRequestClass.request(object, call)
        let pending = try begin(loader, call.object(1), call)
        call.player.fetch(request, progress: { pending.comes($0.received, of: $0.total) }) { result in
            switch result {
            case .success(let response): pending.arrived(response.body, url: response.url, status: response.status)
            case .failure(let error): pending.failed(url: request.url, error)
            }
        }
        return .undefined
    }

    /// The bytes are there already: their progress is told at once, the rest follows with the frame.
    private static let loadBytes: NativeBody = { (call) throws(ScriptError) in
        let loader = try loader(call)
        guard let object = call.object(0), let state = object.native(as: ByteArrayState.self) else {
            throw call.machine.makeError(.type, 2007, ["bytes"])
        }
        let bytes = Array(state.storage.bytes)
        let url = URLOfMovie.current(call)
        let pending = try begin(loader, call.object(1), call)
        pending.arrived(bytes)
        let runtime = call.runtime
        runtime.betweenFrames {
            runtime.dynamicContentCount += 1
            pending.place(bytes, url: url + "/[[DYNAMIC]]/\(runtime.dynamicContentCount)", status: nil)
        }
        return .undefined
    }

    /// A new load takes the place of the one before and of what that has brought.
    private static func begin(
        _ loader: LoaderObject, _ context: Object?, _ call: NativeCall
    ) throws(ScriptError) -> PendingLoad {
        let info = try info(call)
        let domain = try domain(context, call)
        if let state = info.native(as: LoaderInfoState.self) {
            if state.content != nil { call.runtime.unload(loader) }
            state.forgetContent()
            state.loaderURL = URLOfMovie.current(call)
            state.isLoading = true
        }
        let pending = PendingLoad(runtime: call.runtime, loader: loader, info: info, domain: domain)
        pending.begin()
        return pending
    }

    private static let unload: NativeBody = { (call) throws(ScriptError) in
        let loader = try loader(call)
        let object = try info(call)
        guard let info = object.native(as: LoaderInfoState.self), info.content != nil else { return .undefined }
        info.generation += 1
        try call.runtime.send("unload", to: object)
        call.runtime.unload(loader)
        info.forgetContent()
        return .undefined
    }
}
