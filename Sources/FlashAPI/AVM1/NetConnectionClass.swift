import AVM
import AVM1
import Player

/// The `NetConnection` class: a local connection, or calls to a server by Flash Remoting.
enum NetConnectionClass {
    final class State: NativeState {
        var url: String?
        var isConnected = false
        var callCount = 0
        /// Headers that every call carries, as AMF.
        var headers: [UInt8] = []
        var headerCount: UInt16 = 0
    }

    static func install(on runtime: AVM1Runtime) {
        let unowned = Unowned(runtime)
        var row = NativeClass("NetConnection") { call in
            guard let this = call.this.object else { return .undefined }
            this.setNative(State())
            call.machine.install(properties, on: this)
            return .undefined
        }
        row.methods = [
            NativeMethod("connect") { (call) throws(ScriptError) -> Value in try connect(call, unowned.runtime) },
            NativeMethod("close", close),
            NativeMethod("call") { (call) throws(ScriptError) -> Value in try send(call, unowned.runtime) },
            NativeMethod("addHeader", addHeader),
        ]
        runtime.machine.install(row)
    }

    /// Each connection has these of its own.
    private static let properties: [NativeProperty] = [
        NativeProperty("isConnected", get: { call in state(call).map { Value($0.isConnected) } ?? .undefined }, []),
        NativeProperty(
            "protocol",
            get: { call in
                guard let state = state(call), state.isConnected else { return .undefined }
                return call.machine.string(state.url.flatMap { URLReference.scheme(of: $0) } ?? "rtmp")
            }, []),
        NativeProperty(
            "uri",
            get: { call in
                guard let state = state(call), state.isConnected else { return .undefined }
                return call.machine.string(state.url ?? "null")
            }, []),
    ]

    static func isConnected(_ connection: Object) -> Bool { connection.native(as: State.self)?.isConnected ?? false }

    private static func state(_ call: Call) -> State? { call.this.object?.native(as: State.self) }

    private static func notify(
        _ object: Object, _ code: String, level: String = "status", _ machine: Machine
    ) throws(ScriptError) {
        let info = machine.makeObject()
        machine.define(info, "level", machine.string(level))
        machine.define(info, "code", machine.string(code))
        try machine.callMethod(object, "onStatus", [Value(info)])
    }

    /// `connect(null)` is local and succeeds at once; a web address is called later. Others need a server that keeps
    /// the connection open, which is missing.
    private static func connect(_ call: Call, _ runtime: AVM1Runtime) throws(ScriptError) -> Value {
        guard let this = call.this.object, let state = state(call) else { return .undefined }
        if call.count == 0 { return .undefined }
        if state.isConnected { _ = try close(call) }
        if call[0].isNullish {
            state.url = nil
            state.isConnected = true
            try notify(this, "NetConnection.Connect.Success", call.machine)
            return .true
        }
        let url = URLReference.resolve(try call.machine.toString(call[0]).text, base: runtime.player.movieURL)
        guard let scheme = URLReference.scheme(of: url)?.lowercased(), scheme.hasPrefix("http") else {
            call.machine.host.missing("NetConnection.connect")
            try notify(this, "NetConnection.Connect.Failed", level: "error", call.machine)
            return .false
        }
        state.url = url
        state.isConnected = true
        return .true
    }

    private static func close(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, let state = state(call), state.isConnected else { return .undefined }
        state.isConnected = false
        let isRemote = state.url != nil
        state.url = nil
        try notify(this, "NetConnection.Connect.Closed", call.machine)
        // One to a server says it once more, without saying what.
        if isRemote { try call.machine.callMethod(this, "onStatus", []) }
        return .undefined
    }

    /// `addHeader(name, mustUnderstand, value)`.
    private static func addHeader(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call), call.count > 0 else { return .undefined }
        var encoder = AMFEncoder(call.machine, style: AMFStyle(hasStrictArrays: true))
        try encoder.write(call[2])
        var writer = AMF0Writer()
        writer.name(Array(try call.machine.toString(call[0]).text.utf8))
        writer.raw([call.machine.toBool(call[1]) ? 1 : 0])
        writer.longText(encoder.writer.bytes)
        state.headers += writer.bytes
        state.headerCount += 1
        return .undefined
    }

    /// `call(method, responder, …)`.
    private static func send(_ call: Call, _ runtime: AVM1Runtime) throws(ScriptError) -> Value {
        guard let this = call.this.object, let state = state(call), let url = state.url else { return .undefined }
        state.callCount += 1
        let arguments = call.machine.makeArray(Array(call.arguments.dropFirst(2)))
        var encoder = AMFEncoder(call.machine, style: AMFStyle(hasStrictArrays: true)) {
            runtime.registeredName(of: $0)
        }
        // The list of arguments has no number of its own among the objects.
        try encoder.writeArguments(arguments)
        var writer = AMF0Writer()
        writer.u16(0)
        writer.u16(state.headerCount)
        writer.raw(state.headers)
        writer.u16(1)
        writer.name(Array(try call.machine.toString(call[0]).text.utf8))
        writer.name(Array("/\(state.callCount)".utf8))
        writer.longText(encoder.writer.bytes)
        let request = FetchRequest(url: url, method: .post, body: writer.bytes, contentType: "application/x-amf")
        let responder = call[1].object.map { HeldObject($0, runtime) }
        let held = HeldObject(this, runtime)
        runtime.player.fetch(request) { [unowned runtime] result in
            defer {
                responder?.release()
                held.release()
            }
            runtime.perform { () throws(ScriptError) in
                switch result {
                case .success(let response): try deliver(response.body, to: responder?.object, runtime)
                case .failure:
                    guard let connection = held.object else { return }
                    try notify(connection, "NetConnection.Call.Failed", level: "error", runtime.machine)
                }
            }
            runtime.runQueue()
        }
        return .undefined
    }

    /// Reads an answer and hands its bodies on: "/1/onResult" to `onResult`, "/1/onStatus" to `onStatus`.
    private static func deliver(_ bytes: [UInt8], to responder: Object?, _ runtime: AVM1Runtime) throws(ScriptError) {
        let machine = runtime.machine!
        var decoder = AMFDecoder(bytes, machine) { (name) throws(ScriptError) in
            try runtime.makeInstance(ofRegistered: name)
        }
        guard (try? decoder.input.u16()) != nil, let headers = try? decoder.input.u16() else { return }
        for _ in 0..<headers {
            guard (try? decoder.input.name()) != nil, (try? decoder.input.reader.u8()) != nil,
                (try? decoder.input.u32()) != nil, try decoder.read() != nil
            else { return }
        }
        guard let bodies = try? decoder.input.u16() else { return }
        for _ in 0..<bodies {
            guard let target = try? decoder.input.name(), (try? decoder.input.name()) != nil,
                (try? decoder.input.u32()) != nil, let value = try decoder.read()
            else { return }
            let method = String(decoding: target, as: UTF8.self).split(separator: "/").last.map(String.init) ?? ""
            if let responder { try machine.callMethod(responder, machine.atom(method), [value]) }
        }
    }
}
