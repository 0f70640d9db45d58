import AVM
import AVM2
import Player

/// Native state of a `flash.net.NetConnection`.
final class NetConnectionState: EventTargetState {
    var isConnected = false
    /// Nil for a connection to nowhere, which plays local files.
    var url: String?
    var client = Value.null
    var objectEncoding: UInt32 = 3
    /// Headers that go with each call: name, whether it must be understood, value.
    var headers: [(name: String, isNeeded: Bool, value: Value)] = []
    var pending: [Call] = []
    var lastNumber = 0

    struct Call {
        var method: String
        var number: Int
        var body: [UInt8]
        var responder: Value
    }

    override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(client)
        for header in headers { marker.visit(header.value) }
        for call in pending { marker.visit(call.responder) }
    }
}

/// `flash.net.NetConnection`: to nowhere, or calls over HTTP.
enum NetConnectionClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.net.NetConnection", base: "flash.events.EventDispatcher")
        table.members = { members }
        table.staticMembers = {
            [
                NativeMember(
                    property: "defaultObjectEncoding", ":uint",
                    get: { (call) throws(ScriptError) in call.machine.keptValues[encodingKey] ?? Value(Int32(3)) },
                    set: { (call) throws(ScriptError) in
                        call.machine.keptValues[encodingKey] = call[0]
                        return .undefined
                    })
            ]
        }
        table.makeState = { _, _ in NetConnectionState() }
        table.initialize = { (call) throws(ScriptError) in
            let encoding = call.machine.keptValues[encodingKey] ?? Value(Int32(3))
            try call.state(NetConnectionState.self).objectEncoding = try call.machine.toUInt32(encoding)
            return .undefined
        }
        return table
    }()

    private static let encodingKey = "flash.net.NetConnection.defaultObjectEncoding"

    private static func text(_ name: StaticString) -> NativeMember {
        NativeMember(get: name, ":String") { (call) throws(ScriptError) in
            try requireConnection(call)
            return call.text("")
        }
    }

    private static func requireConnection(_ call: NativeCall) throws(ScriptError) {
        guard try call.state(NetConnectionState.self).isConnected else {
            throw call.machine.makeError(.argument, 2126)
        }
    }

    private static let members: [NativeMember] = [
        NativeMember(get: "connected", ":Boolean") { (call) throws(ScriptError) in
            Value(try call.state(NetConnectionState.self).isConnected)
        },
        NativeMember(get: "uri", ":String") { (call) throws(ScriptError) in
            let state = try call.state(NetConnectionState.self)
            return call.text(state.isConnected ? state.url ?? "null" : "")
        },
        NativeMember(
            property: "client", ":Object",
            get: { (call) throws(ScriptError) in
                let client = try call.state(NetConnectionState.self).client
                return client.isNull ? call.this : client
            },
            set: { (call) throws(ScriptError) in
                guard call[0].isObject else { throw call.machine.makeError(.type, 2004) }
                try call.state(NetConnectionState.self).client = call[0]
                return .undefined
            }),
        NativeMember(
            property: "objectEncoding", ":uint",
            get: { (call) throws(ScriptError) in Value(Int(try call.state(NetConnectionState.self).objectEncoding)) },
            set: setObjectEncoding),
        NativeMember(get: "usingTLS", ":Boolean") { (call) throws(ScriptError) in
            try requireConnection(call)
            return .false
        },
        NativeMember(get: "connectedProxyType", ":String") { (call) throws(ScriptError) in
            try requireConnection(call)
            return call.text("none")
        },
        text("farID"), text("farNonce"), text("nearID"), text("nearNonce"),
        NativeMember(get: "protocol", ":String") { (call) throws(ScriptError) in
            try requireConnection(call)
            let url = try call.state(NetConnectionState.self).url
            return call.text(url.flatMap { URLReference.scheme(of: $0) } ?? "rtmp")
        },
        NativeMember(missingProperty: "maxPeerConnections", ":uint"),
        NativeMember(missingProperty: "proxyType", ":String"),
        NativeMember(get: "unconnectedPeerStreams", ":Array") { (call) throws(ScriptError) in
            Value(call.machine.makeArray())
        },
        NativeMember(method: "connect", "(command:String, ...rest):void", connect),
        NativeMember(method: "close", "():void", close),
        NativeMember(method: "call", "(command:String, responder:flash.net.Responder, ...rest):void", remoteCall),
        NativeMember(
            method: "addHeader", "(operation:String, mustUnderstand:Boolean = false, param:Object = null):void",
            addHeader),
    ]

    private static func setObjectEncoding(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(NetConnectionState.self)
        guard !state.isConnected else { throw call.machine.makeError(.reference, 2037) }
        guard call.uint(0) == 0 || call.uint(0) == 3 else {
            throw call.machine.makeError(.argument, 2008, ["objectEncoding"])
        }
        state.objectEncoding = call.uint(0)
        return .undefined
    }

    /// `netStatus` with a code and a level, and what else there is to say.
    static func sendStatus(
        _ code: String, _ level: String, to object: Object, _ runtime: AVM2Runtime, description: String? = nil,
        details: Double? = nil, more: [String] = []
    ) throws(ScriptError) {
        let machine = runtime.machine!
        let info = machine.makeObject()
        func define(_ name: String, _ text: String) {
            machine.heap.define(machine.heap.strings.intern(name), machine.string(text), on: info)
        }
        if let description { define("description", description) }
        define("level", level)
        define("code", code)
        if let details { machine.heap.define(machine.heap.strings.intern("details"), Value(double: details), on: info) }
        for name in more { define(name, "") }
        try runtime.send("flash.events.NetStatusEvent", "netStatus", to: object, [Value(info)])
    }

    private static func connect(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(NetConnectionState.self)
        let object = try call.thisObject()
        try closeConnection(state, object, call.runtime)
        guard let command = call.string(0)?.text, command != "null" else {
            state.isConnected = true
            state.url = nil
            try sendStatus("NetConnection.Connect.Success", "status", to: object, call.runtime)
            return .undefined
        }
        let url = URLReference.resolve(command, base: URLOfMovie.current(call))
        guard url.hasPrefix("http:") || url.hasPrefix("https:") else {
            call.machine.host.missing("flash.net.NetConnection.connect to \(URLReference.scheme(of: url) ?? "")")
            return .undefined
        }
        state.isConnected = true
        state.url = url
        return .undefined
    }

    /// Says so where it was connected; a connection over HTTP says a second thing without words.
    private static func closeConnection(
        _ state: NetConnectionState, _ object: Object, _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        guard state.isConnected else { return }
        let wasRemote = state.url != nil
        state.isConnected = false
        state.url = nil
        try sendStatus("NetConnection.Connect.Closed", "status", to: object, runtime)
        if wasRemote {
            try sendStatus("", "status", to: object, runtime, more: ["description", "details"])
        }
    }

    private static func close(_ call: NativeCall) throws(ScriptError) -> Value {
        try closeConnection(try call.state(NetConnectionState.self), try call.thisObject(), call.runtime)
        return .undefined
    }

    private static func addHeader(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(NetConnectionState.self)
        let name = call.text(0)
        state.headers.removeAll { $0.name == name }
        state.headers.append((name, call.bool(1), call[2]))
        return .undefined
    }

    // MARK: Calls: AMF packets in one request a frame

    private static func remoteCall(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(NetConnectionState.self)
        guard state.isConnected, state.url != nil else { return .undefined }
        let machine = call.machine
        let object = try call.thisObject()
        let arguments = Array(call.arguments.dropFirst(2))
        // The arguments are a strict array, whatever the encoding; its elements follow that.
        var body: [UInt8] = [0x0A] + u32(arguments.count)
        for argument in arguments {
            if state.objectEncoding == 3 && argument.isObject {
                body += [0x11] + (try machine.amfBytes(of: argument, version: 3))
            } else {
                body += try machine.amfBytes(of: argument, version: 0)
            }
        }
        state.lastNumber += 1
        state.pending.append(
            NetConnectionState.Call(method: call.text(0), number: state.lastNumber, body: body, responder: call[1]))
        guard state.pending.count == 1 else { return .undefined }
        let runtime = call.runtime
        _ = runtime.services.timers.add(
            interval: 0, repeats: false, now: runtime.player.milliseconds, held: [Value(object)]
        ) { [unowned runtime] in
            runtime.perform { () throws(ScriptError) in try sendPending(state, object, runtime) }
        }
        return .undefined
    }

    private static func u16(_ number: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    }

    private static func u32(_ number: Int) -> [UInt8] { u16(number >> 16) + u16(number) }

    private static func name(_ text: String) -> [UInt8] { u16(text.utf8.count) + Array(text.utf8) }

    private static func sendPending(
        _ state: NetConnectionState, _ object: Object, _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        guard let url = state.url else { return }
        let calls = state.pending
        state.pending.removeAll()
        var packet = u16(0) + u16(state.headers.count)
        for header in state.headers {
            let value = try runtime.machine.amfBytes(of: header.value, version: 0)
            packet += name(header.name) + [header.isNeeded ? 1 : 0] + u32(value.count) + value
        }
        packet += u16(calls.count)
        for call in calls {
            packet += name(call.method) + name("/\(call.number)") + u32(call.body.count) + call.body
        }
        let responders = calls.map { ($0.number, $0.responder) }
        for (_, responder) in responders { if let known = responder.object { runtime.services.retain(known) } }
        runtime.services.retain(object)
        let request = FetchRequest(url: url, method: .post, body: packet, contentType: "application/x-amf")
        runtime.player.fetch(request) { [unowned runtime] result in
            defer {
                runtime.services.release(object)
                for (_, responder) in responders { if let known = responder.object { runtime.services.release(known) } }
            }
            runtime.perform { () throws(ScriptError) in
                switch result {
                case .success(let response): try answer(response.body, responders, runtime)
                case .failure:
                    try sendStatus("NetConnection.Call.Failed", "error", to: object, runtime)
                }
            }
        }
    }

    /// Hands each message of an answer to the function that waits for it.
    private static func answer(
        _ bytes: [UInt8], _ responders: [(Int, Value)], _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        var place = 0
        func take(_ count: Int) -> Int? {
            guard count <= bytes.count - place else { return nil }
            defer { place += count }
            return bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
        }
        func text() -> String? {
            guard let count = take(2), count <= bytes.count - place else { return nil }
            defer { place += count }
            return String(decoding: bytes[place..<(place + count)], as: UTF8.self)
        }
        guard take(2) != nil, let headers = take(2) else { return }
        for _ in 0..<headers {
            guard text() != nil, take(1) != nil, let size = take(4), size <= bytes.count - place else { return }
            place += size
        }
        guard let messages = take(2) else { return }
        for _ in 0..<messages {
            guard let target = text(), text() != nil, let size = take(4) else { return }
            let end = min(bytes.count, size > bytes.count ? bytes.count : place + size)
            let parts = target.split(separator: "/")
            if parts.count == 2, let number = Int(parts[0]),
                let responder = responders.first(where: { $0.0 == number })?.1.object
            {
                let function = responder.cell.slots[parts[1] == "onResult" ? 0 : 1]
                let value = try runtime.machine.amfValue(bytes[place..<end], version: 0)
                if function.isObject { _ = try runtime.machine.call(function, this: .null, value) }
            }
            place = end
        }
    }
}
