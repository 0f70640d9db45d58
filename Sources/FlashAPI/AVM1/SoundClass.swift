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
        NativeMethod("getBytesTotal", getBytes, [.hidden, .version6]),
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

    private static func state(_ call: Call) -> State? { call.this.object?.native(as: State.self) }

    /// The clip that a sound belongs to, as its path leads to it now. Nil: it has none; `isLost`: it had one.
    private static func owner(_ state: State, _ call: Call) throws(ScriptError) -> (clip: DisplayObject?, isLost: Bool)
    {
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
        } else {
            let clip = try owner(state, call).clip
            play(this, state, offset: offset, loops: loops, owner: clip, call.runtime)
        }
        return .undefined
    }

    private static func play(
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
        if let playing = state.playing {
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

    private static func getPosition(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call), try !owner(state, call).isLost, state.duration != nil else { return .undefined }
        return Value((state.playing?.position(at: call.player.milliseconds) ?? state.position).rounded())
    }

    // MARK: Loading

    private static func getBytes(_ call: Call) throws(ScriptError) -> Value {
        state(call)?.bytesLoaded.map { Value($0) } ?? .undefined
    }

    /// `loadSound(url, isStreaming)`: a stream starts by itself.
    private static func loadSound(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, let state = state(call), call.count > 0 else { return .undefined }
        let runtime = call.runtime
        let reference = try call.machine.toString(call[0]).text
        let isStreaming = call.machine.toBool(call[1])
        var request = FetchRequest(url: URLReference.resolve(reference, base: runtime.player.movieURL))
        request.reference = reference
        let held = HeldObject(this, runtime)
        state.isLoading = true
        state.bytesLoaded = 0
        state.duration = 0
        state.position = 0
        if isStreaming { state.pending = (0, 1) }
        let owner = try owner(state, call).clip
        runtime.player.fetch(request) { [unowned runtime] result in
            defer { held.release() }
            guard let object = held.object else { return }
            state.isLoading = false
            var succeeds = false
            if case .success(let response) = result {
                state.bytesLoaded = response.body.count
                state.duration = MP3Frames.milliseconds(of: response.body)
                state.clip = SoundClip(mp3: response.body)
                state.position = 0
                succeeds = true
            }
            if case .success(let response) = result, let tag = ID3Tag(of: response.body) {
                runtime.perform { () throws(ScriptError) in try tellID3(tag, object, runtime.machine) }
            }
            runtime.perform { () throws(ScriptError) in
                try runtime.machine.callMethod(object, "onLoad", [Value(succeeds)])
            }
            if succeeds, let pending = state.pending {
                play(object, state, offset: pending.offset, loops: pending.loops, owner: owner, runtime)
            }
            state.pending = nil
            runtime.runQueue()
        }
        return .undefined
    }

    // MARK: What a file says of itself

    private static let shortNames = [
        "TIT2": "songname", "TPE1": "artist", "TALB": "album", "TYER": "year", "COMM": "comment", "TCON": "genre",
        "TRCK": "track",
    ]

    /// Gives a sound its `id3`, which scripts cannot change, unless it has one already, and calls `onID3`.
    private static func tellID3(_ tag: ID3Tag, _ sound: Object, _ machine: Machine) throws(ScriptError) {
        let name = machine.atom("id3")
        if sound.ownValue(name) == nil {
            let id3 = machine.heap.makeObject(proto: .undefined)
            machine.heap.define(name, Value(id3), .readOnly, on: sound)
            let kinds = Dictionary(grouping: tag.frames, by: \.id)
            var told: Set<String> = []
            for frame in tag.frames where told.insert(frame.id).inserted {
                try add(kinds[frame.id] ?? [], to: id3, machine)
            }
        }
        try machine.callMethod(sound, "onID3", [])
    }

    /// Adds the frames of a kind under its short name, if it has one, and its own. Quirk: where there are several, the
    /// last is the short one and all are an array.
    private static func add(_ frames: [ID3Tag.Frame], to id3: Object, _ machine: Machine) throws(ScriptError) {
        guard let last = frames.last else { return }
        let name = machine.atom(last.id)
        if let short = shortNames[last.id] {
            machine.heap.define(machine.atom(short), machine.string(last.text), on: id3)
        }
        if frames.count > 1 {
            let list = machine.makeArray()
            machine.heap.define(name, Value(list), on: id3)
            for (index, one) in frames.enumerated() {
                try machine.set(list, machine.atom("\(index)"), machine.string(one.text))
            }
        } else {
            machine.heap.define(name, machine.string(last.text), on: id3)
        }
    }
}
