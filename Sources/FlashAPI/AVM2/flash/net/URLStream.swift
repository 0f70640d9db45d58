import AVM
import AVM2
import Player

/// `flash.net.URLStream`: its slot is the ByteArray of what has come.
enum URLStreamClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.net.URLStream", base: "flash.events.EventDispatcher")
        table.interfaces = ["flash.utils.IDataInput"]
        table.members = { members }
        table.makeState = { _, _ in URLStreamState() }
        table.initialize = { (call) throws(ScriptError) in
            call.setSlot(0, Value(try call.machine.make("flash.utils.ByteArray")))
            return .undefined
        }
        return table
    }()

    final class URLStreamState: EventTargetState {
        var load = 0
        var isConnected = false
    }

    private static let members: [NativeMember] =
        [
            NativeMember(slot: "input", ":flash.utils.ByteArray", .internal),
            NativeMember(get: "connected", ":Boolean") { (call) throws(ScriptError) in
                Value(try call.state(URLStreamState.self).isConnected)
            },
            NativeMember(missingProperty: "diskCacheEnabled", ":Boolean"),
            NativeMember(get: "position", ":Number") { (call) throws(ScriptError) in
                Value(Double(call.slot(0).object?.native(as: ByteArrayState.self)?.storage.position ?? 0))
            },
            NativeMember(get: "length", ":uint") { (call) throws(ScriptError) in
                Value(call.slot(0).object?.native(as: ByteArrayState.self)?.storage.count ?? 0)
            },
            NativeMember(method: "load", "(request:flash.net.URLRequest):void", load),
            NativeMember(method: "close", "():void", close),
            NativeMember(method: "stop", "():void", close),
        ] + ByteForwarding.input(slot: 0) { (_) throws(ScriptError) in } + ByteForwarding.settings(slots: [0])

    private static func load(_ call: NativeCall) throws(ScriptError) -> Value {
        let request = try URLRequestClass.request(try call.required(0, "request"), call)
        let object = try call.thisObject()
        let state = try call.state(URLStreamState.self)
        let runtime = call.runtime
        state.load += 1
        state.isConnected = true
        let number = state.load
        let input = object.cell.slots[0].object?.native(as: ByteArrayState.self)
        input?.storage.clear()
        Fetching.start(request, for: object, runtime, isCurrent: { state.load == number }) {
            (response) throws(ScriptError) in
            try runtime.send("open", to: object)
            _ = try? input?.storage.replace(response.body)
            input?.storage.position = 0
            try Fetching.sendProgress(response.body.count, of: response.body.count, to: object, runtime)
            try Fetching.sendStatus(
                response.status, response.url, wasRedirected: response.wasRedirected, to: object, runtime)
            state.isConnected = false
            try runtime.send("complete", to: object)
        }
        return .undefined
    }

    private static func close(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(URLStreamState.self)
        guard state.isConnected else { throw call.machine.makeError(.io, 2029) }
        state.load += 1
        state.isConnected = false
        return .undefined
    }
}
