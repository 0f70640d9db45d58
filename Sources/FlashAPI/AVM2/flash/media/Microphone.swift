import AVM
import AVM2
import Media
import Player

/// Native state of a `flash.media.Microphone`.
final class MicrophoneState: EventTargetState {
    /// Nil only for one that no script can reach.
    var microphone: Microphone?
    var transform = Value.null
    var enhancedOptions = Value.null
    /// What it would send to a server: kept, since nothing is sent.
    var codec = "NellyMoser"
    var encodeQuality: Int32 = 6
    var framesPerPacket: Int32 = 2
    var noiseSuppressionLevel: Int32 = -30
    var detectsVoice = false
    var suppressesEcho = false
    /// Samples that scripts have been given.
    var told = 0.0

    override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(transform)
        marker.visit(enhancedOptions)
    }
}

/// `flash.media.Microphone`: what the machine has, once the person allows it.
enum MicrophoneClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.media.Microphone", base: "flash.events.EventDispatcher", [.abstract, .final])
        table.makeState = { _, _ in MicrophoneState() }
        table.members = { facts + settings + methods }
        table.staticMembers = {
            [
                NativeMember(method: "getMicrophone", "(index:int = -1):flash.media.Microphone", get),
                NativeMember(method: "getEnhancedMicrophone", "(index:int = -1):flash.media.Microphone", get),
                NativeMember(get: "names", ":Array") { (call) throws(ScriptError) in
                    let held = ValueBuffer(call.heap)
                    for name in call.player.host.microphoneNames { held.append(call.text(name)) }
                    return Value(call.machine.makeArray(held.elements))
                },
                NativeMember(get: "isSupported", ":Boolean") { (call) throws(ScriptError) in
                    Value(!call.player.host.microphoneNames.isEmpty)
                },
            ]
        }
        return table
    }()

    // MARK: Getting one

    /// The microphone behind an object, nil where it is none.
    static func microphone(of value: Value) -> Microphone? {
        value.object?.native(as: MicrophoneState.self)?.microphone
    }

    /// Objects of the microphones that scripts have asked for. They live as long as the movie.
    private final class Known {
        var objects: [(microphone: Microphone, object: Object)] = []
    }

    private static func known(_ runtime: AVM2Runtime) -> Known {
        if let known = runtime.services.states["flash.media.Microphone"] as? Known { return known }
        let made = Known()
        runtime.services.states["flash.media.Microphone"] = made
        return made
    }

    private static let get: NativeBody = { (call) throws(ScriptError) in
        guard let microphone = call.player.microphone(Int(call.int(0))) else { return .null }
        let known = known(call.runtime)
        if let object = known.objects.first(where: { $0.microphone === microphone })?.object { return Value(object) }
        guard let traits = call.machine.traits(named: "flash.media.Microphone") else { return .null }
        _ = try call.machine.classObject(traits)
        let object = call.machine.instantiate(traits)
        guard let state = object.native(as: MicrophoneState.self) else { return .null }
        state.microphone = microphone
        call.runtime.services.retain(object)
        known.objects.append((microphone, object))
        connect(microphone, state, object, call.runtime)
        return Value(object)
    }

    private static func connect(
        _ microphone: Microphone, _ state: MicrophoneState, _ object: Object, _ runtime: AVM2Runtime
    ) {
        let sampleData = runtime.machine.heap.strings.pinned("sampleData")
        microphone.wantsSamples = { [unowned runtime] in runtime.willTrigger(sampleData, object) }
        microphone.onEvent = { [unowned runtime, unowned state] event in
            runtime.perform { () throws(ScriptError) in try send(event, state, object, runtime) }
        }
    }

    private static func send(
        _ event: Microphone.Event, _ state: MicrophoneState, _ object: Object, _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        let machine = runtime.machine!
        switch event {
        case .status(let isMuted):
            let code = isMuted ? "Microphone.Muted" : "Microphone.Unmuted"
            try runtime.send(
                "flash.events.StatusEvent", "status", to: object, [machine.string(code), machine.string("status")])
        case .activity(let isActive):
            try runtime.send("flash.events.ActivityEvent", "activity", to: object, [Value(isActive)])
        case .samples(let samples):
            let bytes = try machine.make("flash.utils.ByteArray")
            guard let storage = bytes.native(as: ByteArrayState.self)?.storage else { return }
            do throws(ByteStorage.Fault) {
                for sample in samples { try storage.write(sample) }
            } catch {
                throw machine.makeError(.memory, 1000)
            }
            storage.position = 0
            let sent = try runtime.makeEvent(
                "flash.events.SampleDataEvent", "sampleData", [Value(double: state.told), Value(bytes)])
            state.told += Double(samples.count)
            _ = try runtime.dispatch(sent, to: object)
        }
    }

    // MARK: Members

    private static func microphone(_ call: NativeCall) throws(ScriptError) -> Microphone? {
        try call.state(MicrophoneState.self).microphone
    }

    private static let facts: [NativeMember] = [
        NativeMember(get: "activityLevel", ":Number") { (call) throws(ScriptError) in
            Value(double: try microphone(call)?.activityLevel ?? -1)
        },
        NativeMember(get: "index", ":int") { (call) throws(ScriptError) in Value(try microphone(call)?.index ?? 0) },
        NativeMember(get: "name", ":String") { (call) throws(ScriptError) in
            call.text(try microphone(call)?.name ?? "")
        },
        NativeMember(get: "muted", ":Boolean") { (call) throws(ScriptError) in
            Value(try microphone(call)?.isMuted ?? true)
        },
        NativeMember(get: "silenceLevel", ":Number") { (call) throws(ScriptError) in
            Value(double: try microphone(call)?.silenceLevel ?? 0)
        },
        NativeMember(get: "silenceTimeout", ":int") { (call) throws(ScriptError) in
            Value(Int(min(2e9, try microphone(call)?.silenceTimeout ?? 0)))
        },
        NativeMember(get: "useEchoSuppression", ":Boolean") { (call) throws(ScriptError) in
            Value(try call.state(MicrophoneState.self).suppressesEcho)
        },
    ]

    private static func number(
        _ name: StaticString, _ path: ReferenceWritableKeyPath<MicrophoneState, Int32> & Sendable,
        _ range: ClosedRange<Int32>
    ) -> NativeMember {
        NativeMember(
            property: name, ":int",
            get: { (call) throws(ScriptError) in Value(try call.state(MicrophoneState.self)[keyPath: path]) },
            set: { (call) throws(ScriptError) in
                let value = min(range.upperBound, max(range.lowerBound, call.int(0)))
                try call.state(MicrophoneState.self)[keyPath: path] = value
                return .undefined
            })
    }

    private static let settings: [NativeMember] = [
        number("encodeQuality", \.encodeQuality, 0...10),
        number("framesPerPacket", \.framesPerPacket, 1...8),
        number("noiseSuppressionLevel", \.noiseSuppressionLevel, -60...0),
        NativeMember(
            property: "rate", ":int",
            get: { (call) throws(ScriptError) in Value(try microphone(call)?.rate ?? 8) },
            set: { (call) throws(ScriptError) in
                try microphone(call)?.setRate(Int(call.int(0)))
                return .undefined
            }),
        NativeMember(
            property: "gain", ":Number",
            get: { (call) throws(ScriptError) in Value(double: try microphone(call)?.gain ?? 50) },
            set: { (call) throws(ScriptError) in
                try microphone(call)?.setGain(call.number(0))
                return .undefined
            }),
        NativeMember(
            property: "codec", ":String",
            get: { (call) throws(ScriptError) in call.text(try call.state(MicrophoneState.self).codec) },
            set: { (call) throws(ScriptError) in
                let wanted = call.text(0)
                // What Flash does not have changes nothing.
                guard let known = codecs.first(where: { $0.lowercased() == wanted.lowercased() }) else {
                    return .undefined
                }
                try call.state(MicrophoneState.self).codec = known
                return .undefined
            }),
        NativeMember(
            property: "enableVAD", ":Boolean",
            get: { (call) throws(ScriptError) in Value(try call.state(MicrophoneState.self).detectsVoice) },
            set: { (call) throws(ScriptError) in
                try call.state(MicrophoneState.self).detectsVoice = call.bool(0)
                return .undefined
            }),
        NativeMember(
            property: "enhancedOptions", ":flash.media.MicrophoneEnhancedOptions",
            get: { (call) throws(ScriptError) in try call.state(MicrophoneState.self).enhancedOptions },
            set: { (call) throws(ScriptError) in
                try call.state(MicrophoneState.self).enhancedOptions = call[0]
                return .undefined
            }),
        NativeMember(
            property: "soundTransform", ":flash.media.SoundTransform",
            get: { (call) throws(ScriptError) in
                try SoundTransformClass.copy(try call.state(MicrophoneState.self).transform, call.machine)
            },
            set: { (call) throws(ScriptError) in
                let state = try call.state(MicrophoneState.self)
                state.transform = try SoundTransformClass.copy(call[0], call.machine)
                state.microphone?.loopGains = SoundTransformClass.gains(state.transform)
                return .undefined
            }),
    ]

    private static let codecs = ["NellyMoser", "Speex", "pcma", "pcmu"]

    private static let methods: [NativeMember] = [
        NativeMember(method: "setLoopBack", "(state:Boolean = true):void") { (call) throws(ScriptError) in
            try microphone(call)?.isLooped = call.bool(0)
            return .undefined
        },
        NativeMember(
            method: "setSilenceLevel", "(silenceLevel:Number, timeout:int = -1):void"
        ) { (call) throws(ScriptError) in
            let timeout = call.int(1)
            try microphone(call)?.setSilence(level: call.number(0), timeout: timeout < 0 ? nil : Double(timeout))
            return .undefined
        },
        NativeMember(
            method: "setUseEchoSuppression", "(useEchoSuppression:Boolean):void"
        ) { (call) throws(ScriptError) in
            try call.state(MicrophoneState.self).suppressesEcho = call.bool(0)
            return .undefined
        },
    ]
}
