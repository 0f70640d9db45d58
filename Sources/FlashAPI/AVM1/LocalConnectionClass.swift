import AVM
import AVM1
import Player

/// The `LocalConnection` class: calls between objects of one player by names that they connect to.
enum LocalConnectionClass {
    /// The name an object is connected to, nil while it is not.
    final class State: NativeState {
        var name: String?
    }

    /// Names that no call may have, whatever their case: those of the class itself.
    private static let reserved: Set<String> = [
        "send", "connect", "close", "domain", "onstatus", "allowdomain", "allowinsecuredomain",
    ]

    static func install(on runtime: AVM1Runtime) {
        let unowned = Unowned(runtime)
        var row = NativeClass("LocalConnection") { call in
            call.this.object?.setNative(State())
            return call.this
        }
        row.methods = [
            NativeMethod("connect") { (call) throws(ScriptError) -> Value in try connect(call, unowned.runtime) },
            NativeMethod("send") { (call) throws(ScriptError) -> Value in try send(call, unowned.runtime) },
            NativeMethod("close") { call in
                close(call, unowned.runtime)
                return .undefined
            },
            NativeMethod("domain") { call in
                let host = URLReference.host(of: unowned.runtime.player.movieURL)
                return call.machine.string(host.isEmpty ? "localhost" : host)
            },
            SystemClass.missing("LocalConnection.isPerUser", as: "isPerUser"),
        ]
        runtime.machine.install(row)
    }

    /// Where the runtime keeps the object that is connected to a name. Names ignore case.
    private static func key(_ name: String) -> String { "LocalConnection \(name.lowercased())" }

    private static func connect(_ call: Call, _ runtime: AVM1Runtime) throws(ScriptError) -> Value {
        guard let this = call.this.object, let state = this.native(as: State.self), state.name == nil,
            let name = call[0].string?.text, !name.isEmpty, !name.contains(":"),
            runtime.player.localConnections[name] == nil
        else { return .false }
        state.name = name
        runtime.keptObjects[key(name)] = this
        runtime.player.localConnections[name] = { [unowned runtime] bytes, method in
            runtime.perform { () throws(ScriptError) in
                guard let receiver = runtime.keptObjects[key(name)] else { return }
                try receive(bytes, method, receiver, runtime)
            }
        }
        return .true
    }

    private static func close(_ call: Call, _ runtime: AVM1Runtime) {
        guard let state = call.this.object?.native(as: State.self), let name = state.name else { return }
        runtime.keptObjects[key(name)] = nil
        runtime.player.localConnections[name] = nil
        state.name = nil
    }

    /// `send(name, method, …)`: true where the call could be sent; it arrives after this frame.
    private static func send(_ call: Call, _ runtime: AVM1Runtime) throws(ScriptError) -> Value {
        guard let this = call.this.object, call.count >= 2, let name = call[0].string?.text,
            let method = call[1].string?.text, !name.isEmpty, !method.isEmpty, !reserved.contains(method.lowercased())
        else { return .false }
        // What is sent is copied, as it is between two players.
        let arguments = call.machine.makeArray(Array(call.arguments.dropFirst(2)))
        var encoder = AMFEncoder(call.machine, style: AMFStyle(hasStrictArrays: true)) {
            runtime.registeredName(of: $0)
        }
        try encoder.writeArguments(arguments)
        let bytes = encoder.writer.bytes
        _ = runtime.timers.add(
            interval: 0, repeats: false, now: runtime.player.milliseconds, held: [Value(this)]
        ) { [unowned runtime] in
            let receiver = runtime.player.localConnections[name]
            runtime.perform { () throws(ScriptError) in
                let info = runtime.machine.makeObject()
                runtime.machine.define(
                    info, "level", runtime.machine.string(receiver == nil ? "error" : "status"))
                try runtime.machine.callMethod(this, "onStatus", [Value(info)])
            }
            receiver?(bytes, method)
        }
        return .true
    }

    private static func receive(
        _ bytes: [UInt8], _ method: String, _ receiver: Object, _ runtime: AVM1Runtime
    ) throws(ScriptError) {
        let machine = runtime.machine!
        var decoder = AMFDecoder(bytes, machine) { (name) throws(ScriptError) in
            try runtime.makeInstance(ofRegistered: name)
        }
        let list = try decoder.read() ?? .undefined
        let elements = list.object?.native(as: ArrayState.self)?.elements ?? []
        try machine.callMethod(receiver, machine.atom(method), elements)
    }
}
