import AVM
import AVM2
import Player

/// Native state of a `flash.net.LocalConnection`.
final class LocalConnectionState: EventTargetState {
    /// The name that it is connected to, nil while it is not.
    var name: String?
    var client = Value.null

    override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(client)
    }
}

/// `flash.net.LocalConnection`: calls between objects of one player by the names that they connect to, see ``LocalConnections``.
enum LocalConnectionClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.net.LocalConnection", base: "flash.events.EventDispatcher")
        table.members = { members }
        table.staticMembers = {
            [NativeMember(get: "isSupported", ":Boolean") { (_) throws(ScriptError) in .true }]
        }
        table.makeState = { _, _ in LocalConnectionState() }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "domain", ":String") { (call) throws(ScriptError) in
            let host = URLReference.host(of: URLOfMovie.current(call))
            return call.text(host.isEmpty ? "localhost" : host)
        },
        NativeMember(get: "isPerUser", ":Boolean") { (_) throws(ScriptError) in .true },
        NativeMember(
            property: "client", ":Object",
            get: { (call) throws(ScriptError) in
                let client = try call.state(LocalConnectionState.self).client
                return client.isNull ? call.this : client
            },
            set: { (call) throws(ScriptError) in
                guard call[0].isObject else { throw call.machine.makeError(.type, 2007, ["client"]) }
                try call.state(LocalConnectionState.self).client = call[0]
                return .undefined
            }),
        NativeMember(method: "connect", "(connectionName:String):void", connect),
        NativeMember(method: "close", "():void", close),
        NativeMember(method: "send", "(connectionName:String, methodName:String, ...rest):void", send),
        NativeMember(method: "allowDomain", "(...rest):void") { (_) throws(ScriptError) in .undefined },
        NativeMember(method: "allowInsecureDomain", "(...rest):void") { (_) throws(ScriptError) in .undefined },
    ]

    /// Names that no call may have: those of the class itself.
    private static let reserved: Set<String> = [
        "send", "connect", "close", "domain", "allowDomain", "allowInsecureDomain", "client",
    ]

    /// Where the machine keeps the object that is connected to a name. Names ignore case.
    private static func key(_ name: String) -> String { "flash.net.LocalConnection " + name.lowercased() }

    private static func connect(_ call: NativeCall) throws(ScriptError) -> Value {
        let name = try call.requiredText(0, "connectionName").text
        let state = try call.state(LocalConnectionState.self)
        guard !name.isEmpty else { throw call.machine.makeError(.argument, 2085, ["connectionName"]) }
        guard !name.contains(":") else { throw call.machine.makeError(.argument, 2004) }
        let runtime = call.runtime
        guard state.name == nil, runtime.player.localConnections[name] == nil else {
            throw call.machine.makeError(.argument, 2082)
        }
        state.name = name
        call.machine.keptValues[key(name)] = call.this
        runtime.player.localConnections[name] = { [unowned runtime] bytes, method in
            runtime.perform { () throws(ScriptError) in
                guard let receiver = runtime.machine.keptValues[key(name)]?.object else { return }
                try receive(bytes, method, receiver, runtime)
            }
        }
        return .undefined
    }

    private static func close(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(LocalConnectionState.self)
        guard let name = state.name else { throw call.machine.makeError(.argument, 2083) }
        call.machine.keptValues[key(name)] = nil
        call.runtime.player.localConnections[name] = nil
        state.name = nil
        return .undefined
    }

    /// The call arrives after this frame.
    private static func send(_ call: NativeCall) throws(ScriptError) -> Value {
        let name = try call.requiredText(0, "connectionName").text
        let method = try call.requiredText(1, "methodName").text
        guard !name.isEmpty else { throw call.machine.makeError(.argument, 2085, ["connectionName"]) }
        guard !method.isEmpty else { throw call.machine.makeError(.argument, 2085, ["methodName"]) }
        guard !reserved.contains(method) else { throw call.machine.makeError(.argument, 2004) }
        // What is sent is copied, as it is between two players.
        let list = Value(call.machine.makeArray(Array(call.arguments.dropFirst(2))))
        let bytes = try call.machine.amfBytes(of: list, version: 0)
        let sender = try call.thisObject()
        let runtime = call.runtime
        // Somebody must be there now; whoever is there then gets it.
        let isHeard = runtime.player.localConnections[name] != nil
        _ = runtime.services.timers.add(
            interval: 0, repeats: false, now: runtime.player.milliseconds, held: [Value(sender)]
        ) { [unowned runtime] in
            let receiver = isHeard ? runtime.player.localConnections[name] : nil
            runtime.perform { () throws(ScriptError) in
                try runtime.send(
                    "flash.events.StatusEvent", "status", to: sender,
                    [.null, runtime.machine.string(receiver == nil ? "error" : "status")])
            }
            receiver?(bytes, method)
        }
        return .undefined
    }

    private static func receive(
        _ bytes: [UInt8], _ method: String, _ receiver: Object, _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        let machine = runtime.machine!
        guard let state = receiver.native(as: LocalConnectionState.self) else { return }
        let arguments = FilterProperty.list(try machine.amfValue(bytes, version: 0))
        let client = state.client.isNull ? Value(receiver) : state.client
        do throws(ScriptError) {
            let function = try machine.get(try machine.publicName(machine.string(method)), of: client)
            _ = try machine.call(function, this: client, arguments: arguments)
        } catch {
            guard case .thrown(let thrown) = error else { throw error }
            try runtime.send(
                "flash.events.AsyncErrorEvent", "asyncError", to: receiver, [machine.string(""), thrown])
        }
    }
}
