import AVM
import AVM2
import Media
import Player

/// `Sound.load`: an MP3 file, which plays while it comes.
enum SoundLoading {
    static let load: NativeBody = { (call) throws(ScriptError) in
        let state = try call.state(SoundState.self)
        // A sound is loaded once.
        guard state.load == 0, !state.hasData else { throw call.machine.makeError(.error, 2037) }
        guard call[0].isObject else { return .undefined }
        var request = try URLRequestClass.request(try call.required(0, "stream"), call)
        request.isStreamed = true
        request.token = FetchToken()
        state.token = request.token
        let object = try call.thisObject()
        let runtime = call.runtime
        state.load = 1
        state.url = call.text(request.url)
        if let buffer = try bufferTime(call[1], call.machine) { state.bufferTime = buffer }
        Fetching.start(
            request, for: object, runtime, isCurrent: { state.load == 1 },
            progress: { (part) throws(ScriptError) in
                if !part.bytes.isEmpty { try take(part, state, object, runtime) }
            },
            failure: {
                // What has come is played to its end.
                state.arriving?.finish()
            },
            completion: { (response) throws(ScriptError) in try finish(response, state, object, runtime) })
        return .undefined
    }

    private static func bufferTime(_ context: Value, _ machine: AVM2Machine) throws(ScriptError) -> Double? {
        guard context.isObject else { return nil }
        let name = machine.publicName(machine.heap.strings.intern("bufferTime"))
        let milliseconds = try machine.toNumber(try machine.get(name, of: context))
        return milliseconds.isFinite ? max(0, milliseconds) : nil
    }

    /// A piece of the file has come.
    private static func take(
        _ part: FetchProgress, _ state: SoundState, _ object: Object, _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        let isFirst = state.arriving == nil
        let arriving = state.arriving ?? ArrivingSound()
        state.arriving = arriving
        arriving.append(part.bytes)
        state.bytesLoaded = part.received
        state.bytesTotal = part.total ?? 0
        state.length = arriving.milliseconds
        runtime.machine.heap.noteExternal(of: state)
        if isFirst { try runtime.send("open", to: object) }
        try Fetching.sendProgress(state.bytesLoaded, of: state.bytesTotal, to: object, runtime)
        if state.id3.isNull, let tag = arriving.tag { try tell(tag, state, object, runtime) }
        beginWaiting(state, runtime)
    }

    private static func tell(
        _ tag: ID3Tag, _ state: SoundState, _ object: Object, _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        state.id3 = Value(try ID3InfoClass.make(tag, runtime.machine))
        try runtime.send("id3", to: object)
    }

    private static func beginWaiting(_ state: SoundState, _ runtime: AVM2Runtime) {
        let waiting = state.waiting
        state.waiting.removeAll()
        for each in waiting {
            if state.hasData {
                SoundClass3.begin(each.channel, state, from: each.start, rounds: each.rounds, runtime)
            } else {
                begin(each.channel, state, from: each.start, rounds: each.rounds, runtime)
            }
        }
    }

    /// It is all there.
    private static func finish(
        _ response: FetchResponse, _ state: SoundState, _ object: Object, _ runtime: AVM2Runtime
    ) throws(ScriptError) {
        let wasOpened = state.arriving != nil
        if !wasOpened { try runtime.send("open", to: object) }
        var bytes = response.body
        if let arriving = state.arriving {
            arriving.append(bytes)
            arriving.finish()
            bytes = arriving.bytes
        }
        state.bytesLoaded = bytes.count
        state.bytesTotal = bytes.count
        state.hasData = true
        state.clip = SoundClip(mp3: bytes)
        state.length = MP3Frames.milliseconds(of: bytes) ?? 0
        state.arriving = nil
        runtime.machine.heap.noteExternal(of: state)
        try Fetching.sendProgress(bytes.count, of: bytes.count, to: object, runtime)
        if state.id3.isNull, let tag = ID3Tag(of: bytes) { try tell(tag, state, object, runtime) }
        beginWaiting(state, runtime)
        try runtime.send("complete", to: object)
    }

    /// Lets a channel play what has come, and what will.
    static func begin(
        _ channel: Object, _ state: SoundState, from start: Double, rounds: Double, _ runtime: AVM2Runtime
    ) {
        guard let arriving = state.arriving, let channelState = channel.native(as: SoundChannelState.self),
            !channelState.isStopped
        else { return }
        channelState.beginFeed(channel, runtime)
        let playback = ArrivingPlayback(
            arriving, runtime.player, from: start, runs: Int(rounds),
            gains: SoundTransformClass.gains(channelState.transform), bufferTime: state.bufferTime
        ) { [unowned runtime] in
            channelState.endFeed(channel, completes: true, runtime)
        }
        guard let playback else { return channelState.endFeed(channel, completes: false, runtime) }
        channelState.playback = playback
        channelState.voice = playback.voice
        state.playbacks.removeAll { $0.voice == nil }
        state.playbacks.append(playback)
    }
}
