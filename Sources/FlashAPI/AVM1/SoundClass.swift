import AVM
import AVM1
import Media
import Player

/// The `Sound` class: sounds of the library or of files, and the volume of a clip.
enum SoundClass {
    final class State: NativeState {
        /// The path of the clip that it belongs to; nil: it is the whole movie's.
        var ownerPath: StringRef?
        /// Milliseconds, nil without a sound.
        var duration: Double?
        /// Nil where it cannot be heard.
        var clip: SoundClip?
        var playing: PlayingSound?
        /// `start` was called before the sound had arrived.
        var pending: (offset: Double, loops: Int)?
        var isLoading = false
        var checksPolicyFile = false
        var bytesLoaded: Int?
        var bytesTotal: Int?
        /// As much of a stream as has come, and what plays it.
        var arriving: ArrivingSound?
        var playback: ArrivingPlayback?
        /// Number of the last load: what comes of an earlier one is not wanted any more.
        var load = 0 { didSet { token?.cancel() } }
        var token: FetchToken?
        override var externalSize: Int { load == 0 ? 0 : bytesLoaded ?? 0 }
        var position = 0.0

        override func visit(_ marker: inout Marker) { marker.visit(ownerPath) }
    }

    private static let methods: [NativeMethod] = [
        NativeMethod("getPan", method { state, object, _ in Value(object.pointee.pan) }),
        NativeMethod("getTransform", method(getTransform)),
        NativeMethod("getVolume", method { state, object, _ in Value(object.pointee.volume) }),
        NativeMethod(
            "setPan",
            method { (_, transform, call) throws(ScriptError) in
                transform.pointee.pan = call.count == 0 ? 0 : try percent(call[0], call.machine)
                return .undefined
            }),
        NativeMethod("setTransform", method(setTransform)),
        NativeMethod(
            "setVolume",
            method { (_, transform, call) throws(ScriptError) in
                transform.pointee.volume = call.count == 0 ? 0 : try percent(call[0], call.machine)
                return .undefined
            }),
        NativeMethod("stop", stop),
        NativeMethod("attachSound", attachSound),
        NativeMethod("start", start),
        NativeMethod("getDuration", getDuration, [.hidden, .version6]),
        NativeMethod("setDuration", { _ in .undefined }, [.hidden, .version6]),
        NativeMethod("getPosition", getPosition, [.hidden, .version6]),
        NativeMethod("setPosition", { _ in .undefined }, [.hidden, .version6]),
        NativeMethod("loadSound", loadSound, [.hidden, .version6]),
        NativeMethod("getBytesLoaded", getBytes, [.hidden, .version6]),
        NativeMethod("getBytesTotal", getBytesTotal, [.hidden, .version6]),
    ]

    static func install(on runtime: AVM1Runtime) {
        var row = NativeClass("Sound", constructor: construct)
        row.methods = methods
        row.properties = [
            NativeProperty(
                "checkPolicyFile", get: { call in state(call).map { Value($0.checksPolicyFile) } ?? .undefined },
                set: { call in
                    state(call)?.checksPolicyFile = call.machine.toBool(call[0])
                    return .undefined
                }),
            NativeProperty("duration", get: getDuration, set: { call in replace("duration", call) }),
            NativeProperty("position", get: getPosition, set: { call in replace("position", call) }),
        ]
        runtime.machine.install(row)
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let state = State()
        this.setNative(state)
        if !call[0].isNullish { state.ownerPath = try call.machine.toString(call[0]) }
        return call.this
    }

    static func state(_ call: Call) -> State? { call.this.object?.native(as: State.self) }

    /// The clip that a sound belongs to, as its path leads to it now. Nil: it has none; `isLost`: it had one.
    static func owner(_ state: State, _ call: Call) throws(ScriptError) -> (clip: DisplayObject?, isLost: Bool) {
        guard let path = state.ownerPath else { return (nil, false) }
        guard let start = call.machine.target ?? call.player.level(0)?.avm1Object() else { return (nil, true) }
        let clip = try call.machine.clip(atPath: path, from: start)?.displayObject
        return (clip, clip == nil)
    }

    /// A method on the volume of the owner, or of the whole movie. Undefined where the owner has gone.
    private static func method(
        _ body: @escaping @Sendable (State, UnsafeMutablePointer<SoundTransform>, Call) throws(ScriptError) -> Value
    ) -> NativeBody {
        { (call) throws(ScriptError) -> Value in
            guard let state = state(call) else { return .undefined }
            let (clip, isLost) = try owner(state, call)
            if isLost { return .undefined }
            var transform = clip?.soundTransform ?? call.player.soundTransform
            let result = try body(state, &transform, call)
            if let clip { clip.soundTransform = transform } else { call.player.soundTransform = transform }
            return result
        }
    }

    private static let parts: [(name: StaticString, path: WritableKeyPath<SoundTransform, Int32> & Sendable)] = [
        ("ll", \.leftToLeft), ("lr", \.leftToRight), ("rr", \.rightToRight), ("rl", \.rightToLeft),
    ]

    /// A whole number; what does not fit in 32 bits is the lowest, as processors make it.
    private static func percent(_ value: Value, _ machine: Machine) throws(ScriptError) -> Int32 {
        let number = try machine.toNumber(value).rounded(.towardZero)
        return abs(number) < 2_147_483_648 ? Int32(number) : .min
    }

    private static func getTransform(
        _ state: State, _ transform: UnsafeMutablePointer<SoundTransform>, _ call: Call
    ) throws(ScriptError) -> Value {
        let result = call.machine.makeObject()
        for part in parts { call.machine.define(result, part.name, Value(transform.pointee[keyPath: part.path])) }
        return Value(result)
    }

    /// Takes what the object has; the rest stays.
    private static func setTransform(
        _ state: State, _ transform: UnsafeMutablePointer<SoundTransform>, _ call: Call
    ) throws(ScriptError) -> Value {
        guard let given = call[0].object else { return .undefined }
        for part in parts where call.machine.hasOwnProperty(given, call.heap.strings.pinned(part.name)) {
            transform.pointee[keyPath: part.path] = try call.machine.toInt32(try call.machine.get(given, part.name))
        }
        return .undefined
    }

    // MARK: Playing

    private static func attachSound(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call), call.count > 0 else { return .undefined }
        let (clip, isLost) = try owner(state, call)
        if isLost { return .undefined }
        let name = try call.machine.toString(call[0]).text
        guard let assets = clip?.assets ?? call.runtime.currentAssets, let duration = assets.soundDuration(named: name)
        else { return .undefined }
        state.duration = duration
        state.clip = assets.soundClip(named: name)
        state.position = 0
        state.pending = nil
        return .undefined
    }

    /// `start(seconds, loops)`.
    private static func start(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, let state = state(call), try !owner(state, call).isLost else {
            return .undefined
        }
        let seconds = call.count > 0 ? try call.machine.toNumber(call[0]) : 0
        let loops = call.count > 1 ? Int(try call.machine.toInt32(call[1])) : 1
        let offset = seconds.isFinite ? max(0, seconds) * 1000 : 0
        if state.isLoading {
            state.pending = (offset, loops)
            if state.arriving != nil { beginStream(this, state, owner: try owner(state, call).clip, call.runtime) }
        } else {
            let clip = try owner(state, call).clip
            play(this, state, offset: offset, loops: loops, owner: clip, call.runtime)
        }
        return .undefined
    }

    static func play(
        _ this: Object, _ state: State, offset: Double, loops: Int, owner: DisplayObject?, _ runtime: AVM1Runtime
    ) {
        guard let duration = state.duration else { return }
        let held = HeldObject(this, runtime)
        state.playing = runtime.player.startSound(
            state.clip, duration: duration, loops: loops, offset: offset, owner: owner
        ) { [unowned runtime, weak state] in
            state?.position = duration
            state?.playing = nil
            let object = held.object
            held.release()
            guard let object else { return }
            runtime.perform { () throws(ScriptError) in
                try runtime.machine.callMethod(object, "onSoundComplete", [])
            }
            runtime.runQueue()
        }
    }

    private static func stop(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call), try !owner(state, call).isLost else { return .undefined }
        if let playback = state.playback {
            playback.stop()
            state.position = playback.position
            state.playback = nil
            state.playing.map { call.player.stopSound($0) }
            state.playing = nil
        } else if let playing = state.playing {
            state.position = playing.position(at: call.player.milliseconds)
            call.player.stopSound(playing)
            state.playing = nil
        } else if call.count == 0, state.ownerPath == nil {
            call.player.stopAllSounds()
        }
        return .undefined
    }

    /// A script's own value takes the place of what the object knows.
    private static func replace(_ name: StaticString, _ call: Call) -> Value {
        if let this = call.this.object { call.machine.define(this, name, call[0]) }
        return .undefined
    }

    private static func getDuration(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call), try !owner(state, call).isLost, let duration = state.duration else {
            return .undefined
        }
        return Value(duration.rounded())
    }

    private static func position(_ state: State, _ player: Player) -> Double {
        state.playback?.position ?? state.playing?.position(at: player.milliseconds) ?? state.position
    }

    private static func getPosition(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call), try !owner(state, call).isLost, state.duration != nil else { return .undefined }
        return Value(position(state, call.player).rounded())
    }
}
