import AVM
import AVM1
import Media
import Player

/// `loadSound` of the `Sound` class.
extension SoundClass {
    static let getBytes: NativeBody = { call in state(call)?.bytesLoaded.map { Value($0) } ?? .undefined }

    static let getBytesTotal: NativeBody = { call in
        guard let state = state(call) else { return .undefined }
        return (state.bytesTotal ?? state.bytesLoaded).map { Value($0) } ?? .undefined
    }

    /// `loadSound(url, isStreaming)`: a stream starts by itself, and plays while it comes.
    static let loadSound: NativeBody = { (call) throws(ScriptError) -> Value in
        guard let this = call.this.object, let state = state(call), call.count > 0 else { return .undefined }
        let runtime = call.runtime
        let reference = try call.machine.toString(call[0]).text
        let isStreaming = call.machine.toBool(call[1])
        var request = FetchRequest(url: URLReference.resolve(reference, base: runtime.player.movieURL))
        request.reference = reference
        request.isStreamed = isStreaming
        let held = HeldObject(this, runtime)
        forget(state)
        request.token = FetchToken()
        state.token = request.token
        if isStreaming { state.pending = (0, 1) }
        let number = state.load
        let owner = try owner(state, call).clip
        let progress: (FetchProgress) -> Void = { [unowned runtime] part in
            guard state.load == number, let object = held.object else { return }
            (state.bytesLoaded, state.bytesTotal) = (part.received, part.total)
            if !part.bytes.isEmpty { take(part.bytes, object, state, owner: owner, runtime) }
        }
        runtime.player.fetch(request, progress: progress) { [unowned runtime] result in
            defer { held.release() }
            guard state.load == number, let object = held.object else { return }
            finish(result, object, state, owner: owner, runtime)
        }
        return .undefined
    }

    /// What it has loaded before, and what plays of a stream, is not wanted any more.
    private static func forget(_ state: State) {
        state.load += 1
        state.isLoading = true
        (state.bytesLoaded, state.bytesTotal) = (0, nil)
        (state.duration, state.position) = (0, 0)
        state.playback?.stop()
        (state.playback, state.arriving) = (nil, nil)
    }

    /// A piece of a stream has come.
    private static func take(
        _ bytes: [UInt8], _ object: Object, _ state: State, owner: DisplayObject?, _ runtime: AVM1Runtime
    ) {
        let arriving = state.arriving ?? ArrivingSound()
        state.arriving = arriving
        arriving.append(bytes)
        state.duration = arriving.milliseconds
        runtime.machine.heap.noteExternal(of: state)
        beginStream(object, state, owner: owner, runtime)
    }

    /// Plays what has come of a stream, and what will, where a script or the stream itself wants it.
    static func beginStream(_ object: Object, _ state: State, owner: DisplayObject?, _ runtime: AVM1Runtime) {
        guard let arriving = state.arriving, let pending = state.pending else { return }
        state.pending = nil
        state.playback?.stop()
        let held = HeldObject(object, runtime)
        state.playback = ArrivingPlayback(
            arriving, runtime.player, from: pending.offset, runs: pending.loops, owner: owner,
            bufferTime: max(0, runtime.player.soundBufferSeconds) * 1000
        ) { [unowned runtime, weak state] in
            state?.position = state?.playback?.position ?? 0
            state?.playback = nil
            defer { held.release() }
            complete(held.object, runtime)
        }
        if state.playback == nil { held.release() }
    }

    private static func complete(_ object: Object?, _ runtime: AVM1Runtime) {
        guard let object else { return }
        runtime.perform { () throws(ScriptError) in
            try runtime.machine.callMethod(object, "onSoundComplete", [])
        }
        runtime.runQueue()
    }

    /// It is all there, or there is no more of it.
    private static func finish(
        _ result: Result<FetchResponse, FetchError>, _ object: Object, _ state: State, owner: DisplayObject?,
        _ runtime: AVM1Runtime
    ) {
        state.isLoading = false
        var bytes: [UInt8]?
        if case .success(let response) = result { bytes = response.body }
        if let arriving = state.arriving {
            arriving.append(bytes ?? [])
            arriving.finish()
            if bytes != nil { bytes = arriving.bytes }
        }
        if let bytes {
            (state.bytesLoaded, state.bytesTotal) = (bytes.count, bytes.count)
            state.duration = MP3Frames.milliseconds(of: bytes)
            state.clip = SoundClip(mp3: bytes)
            state.position = 0
            if let tag = ID3Tag(of: bytes) {
                runtime.perform { () throws(ScriptError) in try tellID3(tag, object, runtime.machine) }
            }
        }
        runtime.perform { () throws(ScriptError) in
            try runtime.machine.callMethod(object, "onLoad", [Value(bytes != nil)])
        }
        if bytes != nil, let pending = state.pending {
            play(object, state, offset: pending.offset, loops: pending.loops, owner: owner, runtime)
        }
        (state.pending, state.arriving) = (nil, nil)
        runtime.machine.heap.noteExternal(of: state)
        runtime.runQueue()
    }

    // MARK: What a file says of itself

    private static let shortNames = [
        "TIT2": "songname", "TPE1": "artist", "TALB": "album", "TYER": "year", "COMM": "comment", "TCON": "genre",
        "TRCK": "track",
    ]

    /// Gives a sound its `id3`, which scripts cannot change, unless it has one already, and calls `onID3`.
    static func tellID3(_ tag: ID3Tag, _ sound: Object, _ machine: Machine) throws(ScriptError) {
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
