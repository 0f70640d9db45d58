import AVM
import AVM2
import Media
import Player
import SWF

/// Native state of a `flash.media.Sound`.
final class SoundState: EventTargetState {
    /// Milliseconds; 0 while nothing is there.
    var length = 0.0
    var hasData = false
    /// Nil where it cannot be heard.
    var clip: SoundClip?
    var url: Value = .null
    var id3: Value = .null
    var bytesLoaded = 0
    var bytesTotal = 0
    var load = 0
    var token: FetchToken?
    /// As much of it as has come, while it is being loaded.
    var arriving: ArrivingSound?
    /// Milliseconds of it that must be there before it plays.
    var bufferTime = 1000.0
    /// What plays of it while it is being loaded.
    var playbacks: [ArrivingPlayback] = []
    /// Channels that are to play it as soon as it is loaded.
    var waiting: [WaitingChannel] = []
    struct WaitingChannel {
        var channel: Object
        var start: Double
        var rounds: Double
    }
    /// Where `extract` goes on.
    var extractPosition = 0

    override var externalSize: Int { load == 0 ? 0 : bytesLoaded }

    override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(url)
        marker.visit(id3)
        for waiting in waiting { marker.visit(waiting.channel) }
    }
}

/// `flash.media.Sound`.
enum SoundClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.media.Sound", base: "flash.events.EventDispatcher",
            constructor: "(stream:flash.net.URLRequest = null, context:flash.media.SoundLoaderContext = null)")
        table.members = { members }
        table.makeState = makeState
        table.initialize = { (call) throws(ScriptError) in
            if call[0].isObject { _ = try SoundLoading.load(call) }
            return .undefined
        }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "url", ":String") { (call) throws(ScriptError) in try call.state(SoundState.self).url },
        NativeMember(get: "isURLInaccessible", ":Boolean") { (_) throws(ScriptError) in .false },
        NativeMember(get: "length", ":Number") { (call) throws(ScriptError) in
            Value(double: try call.state(SoundState.self).length)
        },
        NativeMember(get: "isBuffering", ":Boolean") { (call) throws(ScriptError) in
            Value(try call.state(SoundState.self).playbacks.contains { $0.isBuffering && $0.voice != nil })
        },
        NativeMember(get: "bytesLoaded", ":uint") { (call) throws(ScriptError) in
            Value(try call.state(SoundState.self).bytesLoaded)
        },
        NativeMember(get: "bytesTotal", ":int") { (call) throws(ScriptError) in
            Value(try call.state(SoundState.self).bytesTotal)
        },
        NativeMember(get: "id3", ":flash.media.ID3Info", id3),
        NativeMember(
            method: "load", "(stream:flash.net.URLRequest, context:flash.media.SoundLoaderContext = null):void",
            SoundLoading.load),
        NativeMember(
            method: "play",
            """
            (startTime:Number = 0, loops:int = 0, \
            sndTransform:flash.media.SoundTransform = null):flash.media.SoundChannel
            """, play),
        NativeMember(method: "close", "():void", close),
        NativeMember(
            method: "extract", "(target:flash.utils.ByteArray, length:Number, startPosition:Number = -1):Number",
            SoundSamples.extract),
        NativeMember(
            method: "loadCompressedDataFromByteArray", "(bytes:flash.utils.ByteArray, bytesLength:uint):void",
            SoundSamples.loadCompressed),
        NativeMember(
            method: "loadPCMFromByteArray",
            """
            (bytes:flash.utils.ByteArray, samples:uint, format:String = "float", stereo:Boolean = true, \
            sampleRate:Number = 44100):void
            """, SoundSamples.loadPCM),
    ]

    /// A class of a symbol makes sounds that are there at once.
    private static let makeState: NativeAllocator = { machine, traits in
        let state = SoundState()
        guard let runtime = machine.host as? AVM2Runtime, let symbol = runtime.symbol(of: traits),
            let sound = symbol.assets.sound(symbol.id)
        else { return state }
        state.clip = symbol.assets.soundClip(symbol.id)
        state.length = Double(sound.sampleCount) * 1000 / Double(max(1, sound.format.sampleRate))
        state.bytesTotal = sound.data.count
        state.bytesLoaded = sound.data.count
        state.hasData = true
        return state
    }

    private static func id3(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(SoundState.self)
        if state.id3.isNull { state.id3 = Value(try call.machine.make("flash.media.ID3Info")) }
        return state.id3
    }

    private static func close(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(SoundState.self)
        guard state.load == 1, !state.hasData else { throw call.machine.makeError(.io, 2029) }
        state.load = 2
        state.token?.cancel()
        // What plays of it ends with what has come.
        state.arriving?.finish()
        return .undefined
    }

    /// Null where the start lies behind the end.
    private static func play(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(SoundState.self)
        let start = call.number(0).isFinite ? max(0, call.number(0)) : 0
        if state.hasData && start > 0 && start >= state.length { return .null }
        if call.player.sound.isFull { return .null }
        let channel = try SoundChannelClass.make(call.machine)
        guard let channelState = channel.native(as: SoundChannelState.self) else { return .null }
        channelState.transform = try SoundTransformClass.copy(call[2], call.machine)
        let rounds = Double(max(1, call.int(1)))
        let gains = SoundTransformClass.gains(channelState.transform)
        if !state.hasData, state.load == 0 {
            let object = try call.thisObject()
            SampleFeed(sound: object, channel: channel, channelState, gains: gains, call.runtime).begin()
            return Value(channel)
        }
        if state.hasData {
            begin(channel, state, from: start, rounds: rounds, call.runtime)
        } else if state.arriving != nil {
            SoundLoading.begin(channel, state, from: start, rounds: rounds, call.runtime)
        } else {
            // It is heard as soon as it has come.
            state.waiting.append(SoundState.WaitingChannel(channel: channel, start: start, rounds: rounds))
        }
        return Value(channel)
    }

    /// Lets a channel play what has been loaded.
    static func begin(
        _ channel: Object, _ state: SoundState, from start: Double, rounds: Double, _ runtime: AVM2Runtime
    ) {
        guard let channelState = channel.native(as: SoundChannelState.self), !channelState.isStopped else { return }
        channelState.begin(channel, from: start, until: state.length * rounds, runtime)
        guard let clip = state.clip else { return }
        let gains = SoundTransformClass.gains(channelState.transform)
        channelState.voice = runtime.player.sound.play(
            clip, VoiceOptions(gains: gains, first: Mixer.frames(milliseconds: start), runs: Int(rounds)))
    }
}
