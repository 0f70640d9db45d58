import AVM
import AVM2
import Media
import Player

/// `play`, `pause`, `seek` and `close` of NetStream, for files and for bytes that the script hands in.
enum NetStreamPlayback {
    static let methods: [NativeMember] = [
        NativeMember(method: "play", "(...rest):void", play),
        NativeMember(method: "play2", "(param:flash.net.NetStreamPlayOptions):void", play2),
        NativeMember(method: "pause", "():void") { (call) throws(ScriptError) in
            try stream(call)?.setPaused(true)
            return .undefined
        },
        NativeMember(method: "resume", "():void") { (call) throws(ScriptError) in
            try stream(call)?.setPaused(false)
            return .undefined
        },
        NativeMember(method: "togglePause", "():void") { (call) throws(ScriptError) in
            guard let stream = try stream(call) else { return .undefined }
            stream.setPaused(!stream.isPaused)
            return .undefined
        },
        NativeMember(method: "seek", "(offset:Number):void", seek),
        NativeMember(method: "close", "():void") { (call) throws(ScriptError) in
            close(try call.state(NetStreamState.self), try call.thisObject(), call.runtime)
            return .undefined
        },
        NativeMember(method: "dispose", "():void") { (call) throws(ScriptError) in
            try call.state(NetStreamState.self).attach(nil)
            close(try call.state(NetStreamState.self), try call.thisObject(), call.runtime)
            return .undefined
        },
        NativeMember(method: "appendBytes", "(bytes:flash.utils.ByteArray):void", appendBytes),
        NativeMember(method: "appendBytesAction", "(netStreamAppendBytesAction:String):void", appendBytesAction),
        NativeMember(method: "receiveAudio", "(flag:Boolean):void") { (call) throws(ScriptError) in
            try stream(call)?.isHeard = call.bool(0)
            return .undefined
        },
        NativeMember(method: "receiveVideo", "(flag:Boolean):void") { (call) throws(ScriptError) in
            try stream(call)?.isSeen = call.bool(0)
            return .undefined
        },
        NativeMember(get: "time", ":Number") { (call) throws(ScriptError) in
            Value(double: (try stream(call)?.position ?? 0) / 1000)
        },
        NativeMember(get: "bufferLength", ":Number") { (call) throws(ScriptError) in
            Value(double: (try stream(call)?.bufferLength ?? 0) / 1000)
        },
        NativeMember(get: "currentFPS", ":Number") { (call) throws(ScriptError) in
            Value(double: try stream(call)?.currentFPS ?? 0)
        },
        NativeMember(get: "bytesLoaded", ":uint") { (call) throws(ScriptError) in
            Value(try stream(call)?.byteCount ?? 0)
        },
        NativeMember(get: "bytesTotal", ":uint") { (call) throws(ScriptError) in
            Value(try stream(call)?.totalBytes ?? 0)
        },
    ]

    private static func stream(_ call: NativeCall) throws(ScriptError) -> MediaStream? {
        try call.state(NetStreamState.self).stream
    }

    /// The stream of a NetStream, made when it is first needed.
    static func makeStream(_ state: NetStreamState, _ object: Object, _ runtime: AVM2Runtime) -> MediaStream {
        if let known = state.stream { return known }
        let made = MediaStream(player: runtime.player, isScript3: true)
        made.bufferTime = state.bufferTime
        made.gains = SoundTransformClass.gains(state.transform)
        // A stream that plays lives.
        made.onActivity = { [unowned runtime] isActive in
            if isActive { runtime.services.retain(object) } else { runtime.services.release(object) }
        }
        made.onEvent = { [unowned state, unowned runtime] event in
            switch event {
            case .status(let code, let level, let description, let details):
                status(code, level, object, runtime, description, details)
            case .data(let tag): tell(tag, state, object, runtime)
            }
        }
        state.stream = made
        return made
    }

    /// `play(url)`; `play(null)`: what ``appendBytes`` brings; `play(false)` ends it.
    private static func play(_ call: NativeCall) throws(ScriptError) -> Value {
        let (state, object, runtime) = (try call.state(NetStreamState.self), try call.thisObject(), call.runtime)
        close(state, object, runtime)
        if call.count > 0, call[0].isNull {
            makeStream(state, object, runtime).openAppended()
            return .undefined
        }
        guard let written = call[0].string?.text else { return .undefined }
        play(written, base: URLOfMovie.current(call), state, object, runtime)
        return .undefined
    }

    /// `play2(options)`: the name of the stream is in the options.
    private static func play2(_ call: NativeCall) throws(ScriptError) -> Value {
        guard call[0].isObject else { throw call.machine.makeError(.type, 2007, ["param"]) }
        let name = try call.machine.get(
            call.machine.publicName(call.machine.heap.strings.intern("streamName")), of: call[0])
        guard let written = name.string?.text else { return .undefined }
        let (state, object, runtime) = (try call.state(NetStreamState.self), try call.thisObject(), call.runtime)
        close(state, object, runtime)
        play(written, base: URLOfMovie.current(call), state, object, runtime)
        return .undefined
    }

    private static func play(
        _ written: String, base: String, _ state: NetStreamState, _ object: Object, _ runtime: AVM2Runtime
    ) {
        var request = FetchRequest(url: URLReference.resolve(written, base: base))
        request.reference = written
        request.isStreamed = true
        request.token = FetchToken()
        (state.token, state.resource) = (request.token, written)
        state.request += 1
        let number = state.request
        runtime.services.retain(object)
        var isKnown = true
        func refuse() {
            isKnown = false
            state.stream?.close()
            status("NetStream.Play.FileStructureInvalid", "error", object, runtime)
        }
        let progress: (FetchProgress) -> Void = { part in
            guard state.request == number, isKnown, !part.bytes.isEmpty else { return }
            if !makeStream(state, object, runtime).receive(part.bytes, total: part.total) { refuse() }
            runtime.machine.heap.noteExternal(of: state)
        }
        runtime.player.fetch(request, progress: progress) { [unowned runtime] result in
            defer { runtime.services.release(object) }
            guard state.request == number, isKnown else { return }
            switch result {
            case .success(let response):
                if !makeStream(state, object, runtime).finish(response.body) { refuse() }
            case .failure:
                // What has come of one that breaks off is played.
                if let stream = state.stream, stream.byteCount > 0 {
                    if !stream.finish([]) { refuse() }
                } else {
                    status("NetStream.Play.StreamNotFound", "error", object, runtime)
                }
            }
            runtime.machine.heap.noteExternal(of: state)
        }
    }

    private static func close(_ state: NetStreamState, _ object: Object, _ runtime: AVM2Runtime) {
        state.request += 1
        state.token?.cancel()
        state.stream?.close()
    }

    /// Calls the client's method of the name that a script tag has.
    private static func tell(
        _ tag: ArraySlice<UInt8>, _ state: NetStreamState, _ object: Object, _ runtime: AVM2Runtime
    ) {
        guard let (name, body) = ScriptTag.split(tag) else { return }
        let client = state.client.isNull ? Value(object) : state.client
        runtime.perform { () throws(ScriptError) in
            let machine = runtime.machine!
            let property = machine.publicName(machine.heap.strings.intern(name))
            guard try machine.has(property, in: client) else { return }
            let value = try machine.amfValue(body, version: 0)
            _ = try machine.callMethod(property, of: client, [value])
        }
    }

    private static func status(
        _ code: String, _ level: String, _ object: Object, _ runtime: AVM2Runtime, _ description: String? = nil,
        _ details: Double? = nil
    ) {
        runtime.perform { () throws(ScriptError) in
            try NetConnectionClass3.sendStatus(
                code, level, to: object, runtime, description: description, details: details)
        }
    }

    private static func seek(_ call: NativeCall) throws(ScriptError) -> Value {
        let offset = call.number(0)
        guard offset.isFinite else { return .undefined }
        try stream(call)?.seek(to: offset * 1000)
        return .undefined
    }

    private static func appendBytes(_ call: NativeCall) throws(ScriptError) -> Value {
        let array = try call.required(0, "bytes")
        guard let storage = array.native(as: ByteArrayState.self)?.storage else { return .undefined }
        // What is before the position has been read already.
        let count = max(0, storage.count - storage.position)
        let state = try call.state(NetStreamState.self)
        state.stream?.append(try ByteArrayAccess.read(count, from: array, call.machine))
        call.heap.noteExternal(of: state)
        return .undefined
    }

    private static func appendBytesAction(_ call: NativeCall) throws(ScriptError) -> Value {
        guard try stream(call)?.appendAction(call.text(0)) ?? true else {
            throw call.machine.makeError(.argument, 2008, ["netStreamAppendBytesAction"])
        }
        return .undefined
    }
}
