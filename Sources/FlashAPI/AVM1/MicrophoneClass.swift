import AVM
import AVM1
import Player

/// The `Microphone` class: what the machine has, once the person allows it.
enum MicrophoneClass {
    final class State: NativeState {
        let microphone: Microphone
        // What it would send to a server: kept, since nothing is sent.
        var codec = "Nellymoser"
        var encodeQuality = 6.0
        var framesPerPacket = 2.0
        var suppressesEcho = false

        init(_ microphone: Microphone) { self.microphone = microphone }
    }

    static func install(on runtime: AVM1Runtime) {
        let unowned = Unowned(runtime)
        var row = NativeClass("Microphone", constructor: { _ in .undefined })
        row.methods = methods
        row.staticMethods = [
            NativeMethod("get") { (call) throws(ScriptError) -> Value in try get(call, unowned.runtime) }
        ]
        let machine = runtime.machine!
        machine.install(row)
        guard let device = machine.global.ownValue(machine.heap.strings.pinned("Microphone"))?.object else { return }
        let names = NativeProperty("names") { call in
            let list = ValueBuffer(call.heap)
            for name in unowned.runtime.player.host.microphoneNames { list.append(call.machine.string(name)) }
            return Value(call.machine.makeArray(list.elements))
        }
        machine.install([names], on: device)
    }

    private static func state(_ call: Call) -> State? { call.this.object?.native(as: State.self) }

    /// The microphone behind a script object, nil where it is none.
    static func microphone(of object: Object?) -> Microphone? { object?.native(as: State.self)?.microphone }

    /// Nothing that the clip has attached is heard through it any more.
    static func release(_ clip: DisplayObject) {
        for microphone in clip.player.microphones where microphone.loopOwner === clip { microphone.isLooped = false }
    }

    // MARK: Getting one

    /// `Microphone.get(index)`: always the same object for a number; null where there is none. Quirk: the prototype gets
    /// its properties with the first one.
    private static func get(_ call: Call, _ runtime: AVM1Runtime) throws(ScriptError) -> Value {
        let index = call.count > 0 ? Int(try call.machine.toInt32(call[0])) : -1
        guard let microphone = runtime.player.microphone(index) else { return .null }
        let key = "Microphone \(microphone.index) \(microphone.name)"
        if let known = runtime.keptObjects[key] { return Value(known) }
        let machine = runtime.machine!
        let constructor = machine.global.ownValue(machine.heap.strings.pinned("Microphone"))?.object
        let prototype = constructor?.ownValue(machine.names.prototype) ?? .undefined
        if let known = prototype.object { machine.install(properties, on: known) }
        let object = machine.heap.makeObject(proto: prototype)
        object.setNative(State(microphone))
        runtime.keptObjects[key] = object
        microphone.onEvent = { [unowned runtime] event in
            runtime.perform { () throws(ScriptError) in try tell(event, object, runtime.machine) }
            runtime.runQueue()
        }
        return Value(object)
    }

    private static func tell(_ event: Microphone.Event, _ object: Object, _ machine: Machine) throws(ScriptError) {
        switch event {
        case .status(let isMuted):
            let info = machine.makeObject()
            machine.define(info, "level", machine.string("status"))
            machine.define(info, "code", machine.string(isMuted ? "Microphone.Muted" : "Microphone.Unmuted"))
            try machine.callMethod(object, "onStatus", [Value(info)])
        case .activity(let isActive): try machine.callMethod(object, "onActivity", [Value(isActive)])
        case .samples: break
        }
    }

    // MARK: Members

    private static func number(
        _ name: StaticString, _ value: @escaping @Sendable (State) -> Double
    ) -> NativeProperty {
        NativeProperty(name, get: { call in state(call).map { Value(value($0)) } ?? .undefined })
    }

    private static let properties: [NativeProperty] = [
        number("activityLevel") { $0.microphone.activityLevel }, number("gain") { $0.microphone.gain },
        number("index") { Double($0.microphone.index) }, number("rate") { Double($0.microphone.rate) },
        number("silenceLevel") { $0.microphone.silenceLevel },
        number("silenceTimeOut") { $0.microphone.silenceTimeout }, number("encodeQuality") { $0.encodeQuality },
        number("framesPerPacket") { $0.framesPerPacket },
        NativeProperty("muted", get: { call in state(call).map { Value($0.microphone.isMuted) } ?? .undefined }),
        // Quirk: a number, unlike `muted`.
        number("useEchoSuppression") { $0.suppressesEcho ? 1 : 0 },
        NativeProperty(
            "name", get: { call in state(call).map { call.machine.string($0.microphone.name) } ?? .undefined }),
        NativeProperty("codec", get: { call in state(call).map { call.machine.string($0.codec) } ?? .undefined }),
    ]

    private static func setter(
        _ name: StaticString, _ set: @escaping @Sendable (State, Double) -> Void
    ) -> NativeMethod {
        NativeMethod(name) { (call) throws(ScriptError) -> Value in
            guard let state = state(call), call.count > 0 else { return .undefined }
            set(state, try call.machine.toNumber(call[0]))
            return .undefined
        }
    }

    private static let methods: [NativeMethod] = [
        setter("setGain") { $0.microphone.setGain($1) },
        setter("setRate") { $0.microphone.setRate(Int(max(0, min(1000, $1.isFinite ? $1 : 8)))) },
        setter("setEncodeQuality") { $0.encodeQuality = max(0, min(10, $1.isFinite ? $1 : 6)) },
        setter("setFramesPerPacket") { $0.framesPerPacket = max(1, min(8, $1.isFinite ? $1 : 2)) },
        NativeMethod("setSilenceLevel") { (call) throws(ScriptError) -> Value in
            guard let state = state(call), call.count > 0 else { return .undefined }
            let timeout = call.count > 1 ? try call.machine.toNumber(call[1]) : nil
            state.microphone.setSilence(level: try call.machine.toNumber(call[0]), timeout: timeout)
            return .undefined
        },
        NativeMethod("setUseEchoSuppression") { call in
            state(call)?.suppressesEcho = call.machine.toBool(call[0])
            return .undefined
        },
        NativeMethod("setCodec") { (call) throws(ScriptError) -> Value in
            guard let state = state(call), call.count > 0 else { return .undefined }
            let wanted = try call.machine.toString(call[0]).text
            // What Flash does not have changes nothing.
            let known = ["Nellymoser", "Speex"].first { $0.lowercased() == wanted.lowercased() }
            if let known { state.codec = known }
            return .undefined
        },
    ]
}
