import AVM
import AVM1
import Player

/// The `XMLSocket` class: messages over a connection, each ended by a zero byte.
enum XMLSocketClass {
    final class State: NativeState {
        var socket: (any HostSocket)?
        /// What has arrived of a message whose end has not.
        var rest: [UInt8] = []
        /// Keeps the script object while the connection is open.
        var held: HeldObject?
    }

    private static let methods: [NativeMethod] = [
        NativeMethod("connect", connect),
        NativeMethod("send", send),
        NativeMethod("close", close),
        NativeMethod("onData", onData),
    ]

    static func install(on runtime: AVM1Runtime) {
        var row = NativeClass("XMLSocket") { call in
            guard let this = call.this.object else { return .undefined }
            this.setNative(State())
            call.machine.define(this, "timeout", Value(20_000), .dontEnum)
            return .undefined
        }
        row.methods = methods
        runtime.machine.install(row)
    }

    private static func state(_ call: Call) -> State? { call.this.object?.native(as: State.self) }

    /// `connect(host, port)`: a host of null is the movie's own. False where that cannot be tried.
    private static func connect(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, let state = state(call), call.count > 1 else { return .false }
        if state.socket != nil { return .false }
        let machine = call.machine
        let port = Int(try machine.toInt32(call[1]))
        guard (1...65_535).contains(port) else { return .false }
        let runtime = call.runtime
        let host =
            call[0].isNullish
            ? URLReference.host(of: runtime.player.movieURL) : try machine.toString(call[0]).text
        state.held = HeldObject(this, runtime)
        state.rest.removeAll()
        state.socket = runtime.player.host.openSocket(host: host, port: port) { [weak state, unowned runtime] event in
            guard let state else { return }
            deliver(event, to: state, runtime)
        }
        guard state.socket != nil else {
            runtime.machine.host.missing("XMLSocket.connect")
            release(state)
            return .false
        }
        return .true
    }

    private static func deliver(_ event: SocketEvent, to state: State, _ runtime: AVM1Runtime) {
        guard let this = state.held?.object else { return }
        let machine = runtime.machine!
        runtime.perform { () throws(ScriptError) in
            switch event {
            case .connected: try machine.callMethod(this, "onConnect", [.true])
            case .failed:
                release(state)
                try machine.callMethod(this, "onConnect", [.false])
            case .data(let bytes):
                state.rest += bytes
                while state.socket != nil, let end = state.rest.firstIndex(of: 0) {
                    let text = machine.heap.makeString(utf8: Array(state.rest[..<end]))
                    state.rest.removeSubrange(...end)
                    try machine.callMethod(this, "onData", [Value(text)])
                }
            case .closed:
                release(state)
                try machine.callMethod(this, "onClose", [])
            }
        }
        runtime.runQueue()
    }

    private static func release(_ state: State) {
        state.socket = nil
        state.held?.release()
        state.held = nil
    }

    private static func send(_ call: Call) throws(ScriptError) -> Value {
        guard let socket = state(call)?.socket, call.count > 0 else { return .undefined }
        socket.send(Array(try call.machine.toString(call[0]).text.utf8) + [0])
        return .undefined
    }

    private static func close(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call), let socket = state.socket else { return .undefined }
        socket.close()
        release(state)
        return .undefined
    }

    /// Unless a script takes the text itself, it becomes a document for `onXML`.
    private static func onData(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, call.count > 0 else { return .undefined }
        let machine = call.machine
        let document = try machine.construct(try machine.get(machine.global, "XML"), [call[0]])
        try machine.callMethod(this, "onXML", [document])
        return .undefined
    }
}
