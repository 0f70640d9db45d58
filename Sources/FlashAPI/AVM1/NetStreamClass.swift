import AVM
import AVM1
import Media
import Player

/// The `NetStream` class: plays files of video and sound.
enum NetStreamClass {
    final class State: NativeState {
        let stream: MediaStream
        var bufferTime = 0.1
        /// Number of the last `play`: an answer to an earlier one is not wanted any more.
        var request = 0 { didSet { token?.cancel() } }
        var token: FetchToken?
        /// Keeps the script object while it plays.
        var held: HeldObject?

        private weak var microphone: Microphone?

        func attach(_ microphone: Microphone?) {
            self.microphone?.isAttached = false
            self.microphone = microphone
            microphone?.isAttached = true
        }

        override var externalSize: Int { stream.heldBytes }

        init(_ player: Player) { stream = MediaStream(player: player, isScript3: false) }
    }

    private static let methods: [NativeMethod] = [
        NativeMethod("play", play),
        NativeMethod("pause", pause),
        NativeMethod("seek", seek),
        NativeMethod("close", close),
        NativeMethod("setBufferTime", setBufferTime),
        NativeMethod("attachAudio") { (call) in
            // It is listened to, though there is no server that it is sent to.
            state(call)?.attach(MicrophoneClass.microphone(of: call[0].object))
            return .undefined
        },
        NativeMethod("receiveAudio") { (call) in
            if call.count > 0 { state(call)?.stream.isHeard = call.machine.toBool(call[0]) }
            return .undefined
        },
        NativeMethod("receiveVideo") { (call) in
            if call.count > 0 { state(call)?.stream.isSeen = call.machine.toBool(call[0]) }
            return .undefined
        },
    ]

    /// What needs a server that streams, or a camera.
    private static let missing: [StaticString] = [
        "play2", "attachVideo", "send", "getInfo", "checkPolicyFile", "maxPauseBufferTime",
        "backBufferTime", "backBufferLength", "publish",
    ]

    private static let properties: [NativeProperty] = [
        number("currentFps") { $0.stream.currentFPS },
        number("bufferLength") { $0.stream.bufferLength / 1000 },
        number("bufferTime") { $0.bufferTime },
        number("liveDelay") { _ in 0 },
        number("time") { $0.stream.position / 1000 },
        number("bytesLoaded") { Double($0.stream.byteCount) },
        number("bytesTotal") { Double($0.stream.totalBytes) },
    ]

    private static func number(
        _ name: StaticString, _ value: @escaping @Sendable (State) -> Double
    ) -> NativeProperty {
        NativeProperty(name, get: { call in state(call).map { Value(value($0)) } ?? .undefined })
    }

    static func install(on runtime: AVM1Runtime) {
        var row = NativeClass("NetStream", constructor: construct)
        row.methods = methods + missing.map { SystemClass.missing("NetStream.\($0)", as: $0) }
        runtime.machine.install(row)
    }

    /// `new NetStream(connection)`. Quirk: the prototype gets its properties with the first stream over a connection
    /// that is open; one without does nothing.
    private static func construct(_ call: Call) -> Value {
        guard let this = call.this.object, let connection = call[0].object,
            NetConnectionClass.isConnected(connection)
        else { return .undefined }
        let runtime = call.runtime
        let state = State(runtime.player)
        this.setNative(state)
        if let prototype = this.proto.object { call.machine.install(properties, on: prototype) }
        state.stream.onActivity = { [weak state, unowned runtime] isActive in
            guard let state else { return }
            if isActive { state.held = HeldObject(this, runtime) }
            if !isActive {
                state.held?.release()
                state.held = nil
            }
        }
        state.stream.onEvent = { [unowned runtime] event in
            switch event {
            case .status(let code, let level, _, let details): notify(this, code, level, details: details, runtime)
            case .data(let tag): tell(tag, this, runtime)
            }
        }
        return .undefined
    }

    private static func state(_ call: Call) -> State? { call.this.object?.native(as: State.self) }

    /// The stream behind a script object, nil where it is none.
    static func stream(of object: Object?) -> MediaStream? { object?.native(as: State.self)?.stream }

    // MARK: Events

    private static func notify(
        _ object: Object, _ code: String, _ level: String, details: Double? = nil, _ runtime: AVM1Runtime
    ) {
        let machine = runtime.machine!
        runtime.perform { () throws(ScriptError) in
            let info = machine.makeObject()
            // In the order in which `for … in`, which goes backwards, shows the level first.
            machine.define(info, "code", machine.string(code))
            machine.define(info, "level", machine.string(level))
            if let details { machine.define(info, "details", Value(details)) }
            try machine.callMethod(object, "onStatus", [Value(info)])
        }
        runtime.runQueue()
    }

    /// Calls the method of the name that a script tag has.
    private static func tell(_ tag: ArraySlice<UInt8>, _ object: Object, _ runtime: AVM1Runtime) {
        guard let (name, body) = ScriptTag.split(tag) else { return }
        let machine = runtime.machine!
        runtime.perform { () throws(ScriptError) in
            guard try machine.get(object, machine.atom(name)).isObject else { return }
            var decoder = AMFDecoder(Array(body), machine)
            guard let value = try decoder.read() else { return }
            try machine.callMethod(object, machine.atom(name), [value])
        }
        runtime.runQueue()
    }

    // MARK: Methods

    /// `play(url)`; `play(false)` ends it.
    private static func play(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, let state = state(call), call.count > 0 else { return .undefined }
        let runtime = call.runtime
        state.stream.close()
        state.request += 1
        if call[0].isBool { return .undefined }
        let written = try call.machine.toString(call[0]).text
        var request = FetchRequest(url: URLReference.resolve(written, base: call.player.movieURL))
        request.reference = written
        request.isStreamed = true
        request.token = FetchToken()
        state.token = request.token
        let number = state.request
        let held = HeldObject(this, runtime)
        state.stream.bufferTime = state.bufferTime
        var isKnown = true
        func refuse() {
            isKnown = false
            state.stream.close()
            notify(this, "NetStream.Play.FileStructureInvalid", "error", runtime)
        }
        let progress: (FetchProgress) -> Void = { [unowned runtime] part in
            guard state.request == number, isKnown, !part.bytes.isEmpty else { return }
            if !state.stream.receive(part.bytes, total: part.total) { refuse() }
            runtime.machine.heap.noteExternal(of: state)
        }
        call.player.fetch(request, progress: progress) { [unowned runtime] result in
            defer { held.release() }
            guard state.request == number, isKnown else { return }
            var rest: [UInt8] = []
            if case .success(let response) = result { rest = response.body }
            // What has come of one that breaks off is played.
            guard !rest.isEmpty || state.stream.byteCount > 0 else {
                return notify(this, "NetStream.Play.StreamNotFound", "error", runtime)
            }
            if !state.stream.finish(rest) { refuse() }
            runtime.machine.heap.noteExternal(of: state)
        }
        return .undefined
    }

    /// `pause(flag)`: without an argument it changes from one to the other.
    private static func pause(_ call: Call) -> Value {
        guard let stream = state(call)?.stream else { return .undefined }
        stream.setPaused(call.count > 0 ? call.machine.toBool(call[0]) : !stream.isPaused)
        return .undefined
    }

    private static func seek(_ call: Call) throws(ScriptError) -> Value {
        guard let stream = state(call)?.stream, call.count > 0 else { return .undefined }
        let seconds = try call.machine.toNumber(call[0])
        if seconds.isFinite { stream.seek(to: seconds * 1000) }
        return .undefined
    }

    private static func close(_ call: Call) -> Value {
        guard let state = state(call) else { return .undefined }
        state.request += 1
        state.stream.close()
        return .undefined
    }

    private static func setBufferTime(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call), call.count > 0 else { return .undefined }
        state.bufferTime = try call.machine.toNumber(call[0])
        state.stream.bufferTime = state.bufferTime
        return .undefined
    }
}
