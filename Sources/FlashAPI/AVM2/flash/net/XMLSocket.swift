import AVM
import AVM2
import Player

/// Native state of a `flash.net.XMLSocket`.
final class XMLSocketState: EventTargetState {
    var link: (any HostSocket)?
    var isConnected = false
    var number = 0
    /// What has come and is no whole message yet.
    var pending: [UInt8] = []
}

/// `flash.net.XMLSocket`: messages that end with a zero byte.
enum XMLSocketClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.net.XMLSocket", base: "flash.events.EventDispatcher",
            constructor: "(host:String = null, port:int = 0)")
        table.members = { members }
        table.makeState = { _, _ in XMLSocketState() }
        table.initialize = { (call) throws(ScriptError) in
            if call[0].isString { _ = try connect(call) }
            return .undefined
        }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "connected", ":Boolean") { (call) throws(ScriptError) in
            Value(try call.state(XMLSocketState.self).isConnected)
        },
        NativeMember(missingProperty: "timeout", ":int"),
        NativeMember(method: "connect", "(host:String, port:int):void", connect),
        NativeMember(method: "send", "(object:*):void", send),
        NativeMember(method: "close", "():void", close),
    ]

    private static func connect(_ call: NativeCall) throws(ScriptError) -> Value {
        let port = call.int(1)
        guard (1...65535).contains(port) else { throw call.machine.makeError(.security, 2003) }
        let state = try call.state(XMLSocketState.self)
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
        return .undefined
    }

    private static func handle(
        _ event: SocketEvent, _ object: Object, _ state: XMLSocketState, _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        switch event {
        case .connected:
            state.isConnected = true
            try runtime.send("connect", to: object)
        case .failed:
            runtime.services.release(object)
            try runtime.send(
                "flash.events.IOErrorEvent", "ioError", to: object,
                [runtime.machine.string("Error #2031: Socket Error."), Value(Int32(2031))])
        case .data(let bytes):
            state.pending += bytes
            while state.isConnected, let end = state.pending.firstIndex(of: 0) {
                let message = String(decoding: state.pending[..<end], as: UTF8.self)
                state.pending.removeSubrange(...end)
                try runtime.send("flash.events.DataEvent", "data", to: object, [runtime.machine.string(message)])
            }
        case .closed:
            guard state.isConnected else { return }
            state.isConnected = false
            state.link = nil
            runtime.services.release(object)
            try runtime.send("close", to: object)
        }
    }

    private static func send(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(XMLSocketState.self)
        guard state.isConnected else { throw call.machine.makeError(.io, 2002) }
        state.link?.send(Array(try call.machine.toString(call[0]).text.utf8) + [0])
        return .undefined
    }

    private static func close(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(XMLSocketState.self)
        guard state.isConnected else { throw call.machine.makeError(.io, 2002) }
        state.isConnected = false
        state.number += 1
        state.link?.close()
        state.link = nil
        call.runtime.services.release(try call.thisObject())
        return .undefined
    }
}
