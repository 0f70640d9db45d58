import AVM
import AVM2
import Media
import Player

/// The file that a `NetStream` plays.
final class StreamedFile {
    let file: FLVFile
    let clip: SoundClip?
    var voice: PlayingVoice?
    /// Where it began to play, in the file and in the player's time; nil: it is paused.
    private var startedAt: Double?
    private var position = 0.0
    /// How many of its script tags have been told.
    var dataTold = 0

    init(_ file: FLVFile) {
        self.file = file
        clip = file.clip
    }

    /// Milliseconds of the file that have been played.
    func position(_ player: Player) -> Double {
        guard let startedAt else { return position }
        return min(Double(file.lastTime), position + player.milliseconds - startedAt)
    }

    func start(_ gains: Gains, _ player: Player) {
        guard startedAt == nil else { return }
        startedAt = player.milliseconds
        guard let clip, let reader = clip.makeDecodingReader() else { return }
        let packet = file.packet(at: position)
        reader.rewind(toBlock: packet)
        voice = player.sound.play(reader, VoiceOptions(gains: gains), clip: clip)
    }

    func stop(_ player: Player) {
        position = position(player)
        startedAt = nil
        if let voice { player.sound.stop(voice) }
        voice = nil
    }

    func seek(to milliseconds: Double, _ gains: Gains, _ player: Player) {
        let isPlaying = startedAt != nil
        stop(player)
        position = max(0, min(Double(file.lastTime), milliseconds))
        if isPlaying { start(gains, player) }
    }

    var isPlaying: Bool { startedAt != nil }
}

/// `play`, `pause`, `seek` and `close` of NetStream, for files.
enum NetStreamPlayback {
    static let methods: [NativeMember] = [
        NativeMember(method: "play", "(...rest):void", play),
        NativeMember(method: "pause", "():void") { (call) throws(ScriptError) in try setPaused(true, call) },
        NativeMember(method: "resume", "():void") { (call) throws(ScriptError) in try setPaused(false, call) },
        NativeMember(method: "togglePause", "():void") { (call) throws(ScriptError) in
            try setPaused(try call.state(NetStreamState.self).file?.isPlaying ?? false, call)
        },
        NativeMember(method: "seek", "(offset:Number):void", seek),
        NativeMember(method: "close", "():void") { (call) throws(ScriptError) in
            close(try call.state(NetStreamState.self), try call.thisObject(), call.runtime)
            return .undefined
        },
        NativeMember(method: "dispose", "():void") { (call) throws(ScriptError) in
            close(try call.state(NetStreamState.self), try call.thisObject(), call.runtime)
            return .undefined
        },
        NativeMember(get: "time", ":Number") { (call) throws(ScriptError) in
            Value(double: (try call.state(NetStreamState.self).file?.position(call.player) ?? 0) / 1000)
        },
        NativeMember(get: "bytesLoaded", ":uint") { (call) throws(ScriptError) in
            Value(try call.state(NetStreamState.self).file?.file.bytes.count ?? 0)
        },
        NativeMember(get: "bytesTotal", ":uint") { (call) throws(ScriptError) in
            Value(try call.state(NetStreamState.self).file?.file.bytes.count ?? 0)
        },
    ]

    /// `play(url)`; `play(false)` ends it.
    private static func play(_ call: NativeCall) throws(ScriptError) -> Value {
        let (state, object, runtime) = (try call.state(NetStreamState.self), try call.thisObject(), call.runtime)
        close(state, object, runtime)
        guard let written = call[0].string?.text else { return .undefined }
        var request = FetchRequest(url: URLReference.resolve(written, base: URLOfMovie.current(call)))
        request.reference = written
        state.request += 1
        let number = state.request
        runtime.services.retain(object)
        runtime.player.host.fetch(request) { [unowned runtime] result in
            defer { runtime.services.release(object) }
            guard state.request == number else { return }
            guard case .success(let response) = result else {
                return status("NetStream.Play.StreamNotFound", "error", object, runtime)
            }
            guard let file = FLVFile(response.body) else {
                return status("NetStream.Play.FileStructureInvalid", "error", object, runtime)
            }
            begin(StreamedFile(file), state, object, runtime)
        }
        return .undefined
    }

    private static func begin(
        _ file: StreamedFile, _ state: NetStreamState, _ object: Object, _ runtime: AVM2Runtime
    ) {
        state.file = file
        // A stream that plays lives.
        runtime.services.retain(object)
        file.start(SoundTransformClass.gains(state.transform), runtime.player)
        status("NetStream.Play.Start", "status", object, runtime)
        status("NetStream.Buffer.Full", "status", object, runtime)
        runtime.player.sound.addFeed { [unowned runtime] in
            guard state.file === file else { return false }
            return advance(file, state, object, runtime)
        }
    }

    /// False: the file is over.
    private static func advance(
        _ file: StreamedFile, _ state: NetStreamState, _ object: Object, _ runtime: AVM2Runtime
    ) -> Bool {
        let position = file.position(runtime.player)
        while file.dataTold < file.file.data.count, Double(file.file.data[file.dataTold].time) <= position {
            file.dataTold += 1
            tell(file.file.bytes[file.file.data[file.dataTold - 1].data], state, object, runtime)
            guard state.file === file else { return false }
        }
        let isHeard = file.voice.map { runtime.player.sound.heard($0) != nil } ?? false
        guard file.isPlaying, position >= Double(file.file.lastTime), !isHeard else { return true }
        file.stop(runtime.player)
        state.hasEnded = true
        runtime.services.release(object)
        status("NetStream.Buffer.Flush", "status", object, runtime)
        status("NetStream.Play.Stop", "status", object, runtime)
        status("NetStream.Buffer.Empty", "status", object, runtime)
        return false
    }

    /// Calls the client's method of the name that a script tag has.
    private static func tell(
        _ tag: ArraySlice<UInt8>, _ state: NetStreamState, _ object: Object, _ runtime: AVM2Runtime
    ) {
        guard tag.count > 3, tag.first == 2 else { return }
        let length = Int(tag[tag.startIndex + 1]) << 8 | Int(tag[tag.startIndex + 2])
        guard tag.count > 3 + length else { return }
        let name = String(decoding: tag.dropFirst(3).prefix(length), as: UTF8.self)
        let client = state.client.isNull ? Value(object) : state.client
        runtime.perform { () throws(ScriptError) in
            let machine = runtime.machine!
            let property = machine.publicName(machine.heap.strings.intern(name))
            guard try machine.has(property, in: client) else { return }
            let value = try machine.amfValue(tag.dropFirst(3 + length), version: 0)
            _ = try machine.callMethod(property, of: client, [value])
        }
    }

    private static func status(_ code: String, _ level: String, _ object: Object, _ runtime: AVM2Runtime) {
        runtime.perform { () throws(ScriptError) in
            try NetConnectionClass3.sendStatus(code, level, to: object, runtime)
        }
    }

    private static func setPaused(_ isPaused: Bool, _ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(NetStreamState.self)
        guard let file = state.file, file.isPlaying == isPaused, !state.hasEnded else { return .undefined }
        if isPaused {
            file.stop(call.player)
        } else {
            file.start(SoundTransformClass.gains(state.transform), call.player)
        }
        let code = isPaused ? "NetStream.Pause.Notify" : "NetStream.Unpause.Notify"
        status(code, "status", try call.thisObject(), call.runtime)
        return .undefined
    }

    private static func seek(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(NetStreamState.self)
        let offset = call.number(0)
        guard let file = state.file, offset.isFinite else { return .undefined }
        file.seek(to: offset * 1000, SoundTransformClass.gains(state.transform), call.player)
        status("NetStream.Seek.Notify", "status", try call.thisObject(), call.runtime)
        return .undefined
    }

    private static func close(_ state: NetStreamState, _ object: Object, _ runtime: AVM2Runtime) {
        state.request += 1
        guard let file = state.file else { return }
        file.stop(runtime.player)
        state.file = nil
        if !state.hasEnded { runtime.services.release(object) }
        state.hasEnded = false
    }
}
