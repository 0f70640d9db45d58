import AVM
import AVM2
import Player

/// Native state of a `flash.net.Socket`.
final class SocketState: EventTargetState {
    var link: (any HostSocket)?
    var isConnected = false
    var timeout: UInt32 = 20_000
    /// Which connection is the current one.
    var number = 0
}

/// `flash.net.Socket`: its slots are the ByteArrays of what has come and what is to go.
enum SocketClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.net.Socket", base: "flash.events.EventDispatcher",
            constructor: "(host:String = null, port:int = 0)")
        table.interfaces = ["flash.utils.IDataInput", "flash.utils.IDataOutput"]
        table.members = { members }
        table.makeState = { _, _ in SocketState() }
        table.initialize = initialize
        return table
    }()

    private static let members: [NativeMember] =
        [
            NativeMember(slot: "input", ":flash.utils.ByteArray", .internal),
            NativeMember(slot: "output", ":flash.utils.ByteArray", .internal),
            NativeMember(get: "connected", ":Boolean") { (call) throws(ScriptError) in
                Value(try call.state(SocketState.self).isConnected)
            },
            NativeMember(
                property: "timeout", ":uint",
                get: { (call) throws(ScriptError) in Value(Int(try call.state(SocketState.self).timeout)) },
                set: { (call) throws(ScriptError) in
                    try call.state(SocketState.self).timeout = max(250, call.uint(0))
                    return .undefined
                }),
            NativeMember(get: "bytesPending", ":uint") { (call) throws(ScriptError) in
                Value(call.slot(1).object?.native(as: ByteArrayState.self)?.storage.count ?? 0)
            },
            NativeMember(method: "connect", "(host:String, port:int):void", connect),
            NativeMember(method: "close", "():void", close),
            NativeMember(method: "flush", "():void", flush),
        ] + ByteForwarding.input(slot: 0, check: needsConnection)
        + ByteForwarding.output(slot: 1, check: needsConnection) + ByteForwarding.settings(slots: [0, 1])

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        for slot in 0...1 { call.setSlot(slot, Value(try call.machine.make("flash.utils.ByteArray"))) }
        if call[0].isString { _ = try connect(call) }
        return .undefined
    }

    private static let needsConnection: ByteForwarding.Check = { (call) throws(ScriptError) in
        guard try call.state(SocketState.self).isConnected else { throw call.machine.makeError(.io, 2002) }
    }

    private static func connect(_ call: NativeCall) throws(ScriptError) -> Value {
        let port = call.int(1)
        guard (1...65535).contains(port) else { throw call.machine.makeError(.security, 2003) }
        let state = try call.state(SocketState.self)
        let object = try call.thisObject()
        let runtime = call.runtime
        let host = call.string(0)?.text ?? URLReference.host(of: call.player.movieURL)
        state.link?.close()
        state.isConnected = false
        state.number += 1
        let number = state.number
        runtime.services.retain(object)
        state.link = call.player.host.openSocket(host: host, port: Int(port)) { [unowned runtime] event in
            guard state.number == number else { return }
            runtime.perform { () throws(ScriptError) in try handle(event, object, state, runtime) }
        }
        guard state.link == nil else { return .undefined }
        // It may not be made: the error comes later, as all of them.
        _ = runtime.services.timers.add(
            interval: 0, repeats: false, now: runtime.player.milliseconds, held: [Value(object)]
        ) { [unowned runtime] in
            runtime.perform { () throws(ScriptError) in try handle(.failed, object, state, runtime) }
        }
        return .undefined
    }

    private static func handle(
        _ event: SocketEvent, _ object: Object, _ state: SocketState, _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        switch event {
        case .connected:
            state.isConnected = true
            try runtime.send("connect", to: object)
        case .failed:
            state.link = nil
            runtime.services.release(object)
            try runtime.send(
                "flash.events.IOErrorEvent", "ioError", to: object,
                [runtime.machine.string("Error #2031: Socket Error."), Value(Int32(2031))])
        case .data(let bytes):
            guard state.isConnected, let input = object.cell.slots[0].object?.native(as: ByteArrayState.self) else {
                return
            }
            append(bytes, to: input.storage)
            try runtime.send(
                "flash.events.ProgressEvent", "socketData", to: object, [Value(bytes.count), Value(Int32(0))])
        case .closed:
            guard state.isConnected else { return }
            state.isConnected = false
            state.link = nil
            runtime.services.release(object)
            try runtime.send("close", to: object)
        }
    }

    /// Puts bytes behind those that have not been read yet.
    private static func append(_ bytes: [UInt8], to storage: ByteStorage) {
        let position = storage.position
        let unread = Array(storage.bytes.dropFirst(position))
        guard (try? storage.replace(unread + bytes)) != nil else { return }
        storage.position = 0
    }

    private static func flush(_ call: NativeCall) throws(ScriptError) -> Value {
        try needsConnection(call)
        let state = try call.state(SocketState.self)
        guard let output = call.slot(1).object?.native(as: ByteArrayState.self) else { return .undefined }
        let bytes = Array(output.storage.bytes)
        output.storage.clear()
        state.link?.send(bytes)
        return .undefined
    }

    private static func close(_ call: NativeCall) throws(ScriptError) -> Value {
        try needsConnection(call)
        let state = try call.state(SocketState.self)
        state.isConnected = false
        state.number += 1
        state.link?.close()
        state.link = nil
        call.runtime.services.release(try call.thisObject())
        return .undefined
    }
}
