import AVM
import AVM2
import Media
import Player

/// Native state of a `flash.media.SoundChannel`.
final class SoundChannelState: EventTargetState {
    var transform = Value.null
    private var start = 0.0
    private var end = 0.0
    private var startedAt = 0.0
    /// It plays what a script makes on the fly.
    private(set) var isFed = false
    /// Its number in the player's timers while it plays.
    private var timer: Int?
    private var lastPosition = 0.0
    /// What is heard of it, nil where nothing is.
    var voice: PlayingVoice?
    /// It plays a sound that is still being loaded.
    var playback: ArrivingPlayback?

    override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(transform)
    }

    /// Milliseconds from the start of the sound.
    func position(_ runtime: AVM2Runtime) -> Double {
        if isFed, let playback { return playback.position }
        return timer == nil && !isFed ? lastPosition : min(end, start + runtime.player.milliseconds - startedAt)
    }

    func begin(_ object: Object, from start: Double, until end: Double, _ runtime: AVM2Runtime) {
        (self.start, self.end, startedAt) = (start, end, runtime.player.milliseconds)
        timer = runtime.services.timers.add(
            interval: Self.timeToComplete(max(0, end - start)), repeats: false, now: runtime.player.milliseconds,
            held: [Value(object)]
        ) { [unowned self, unowned runtime] in
            timer = nil
            lastPosition = end
            SoundChannelClass.forget(object, runtime)
            runtime.perform { () throws(ScriptError) in try runtime.send("soundComplete", to: object) }
        }
        SoundChannelClass.remember(object, runtime)
    }

    /// Sound is mixed in buffers of 2048 frames: it is complete as soon as the buffer with its end is due.
    /// Test: `avm2/soundchannel_soundcomplete`.
    private static func timeToComplete(_ length: Double) -> Double {
        let buffer = 2048.0 * 1000 / Double(Mixer.sampleRate)
        return (length / buffer).rounded(.down) * buffer
    }

    /// It plays what is made on the fly: how long, it does not know.
    func beginFeed(_ object: Object, _ runtime: AVM2Runtime) {
        (start, end, startedAt) = (0, .infinity, runtime.player.milliseconds)
        isFed = true
        SoundChannelClass.remember(object, runtime)
        runtime.services.retain(object)
    }

    /// What was made on the fly has come to its end.
    func endFeed(_ object: Object, completes: Bool, _ runtime: AVM2Runtime) {
        guard isFed else { return }
        lastPosition = position(runtime)
        isFed = false
        playback?.stop()
        playback = nil
        SoundChannelClass.forget(object, runtime)
        if completes { runtime.perform { () throws(ScriptError) in try runtime.send("soundComplete", to: object) } }
        runtime.services.release(object)
    }

    /// It has been stopped, perhaps before its sound had come.
    private(set) var isStopped = false

    func stop(_ runtime: AVM2Runtime) {
        isStopped = true
        if let voice { runtime.player.sound.stop(voice) }
        voice = nil
        lastPosition = position(runtime)
        if let timer { runtime.services.timers.remove(timer) }
        timer = nil
    }
}

/// `flash.media.SoundChannel`.
enum SoundChannelClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.media.SoundChannel", base: "flash.events.EventDispatcher", .final)
        table.members = { members }
        table.makeState = { _, _ in SoundChannelState() }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "position", ":Number") { (call) throws(ScriptError) in
            Value(double: try call.state(SoundChannelState.self).position(call.runtime))
        },
        NativeMember(
            property: "soundTransform", ":flash.media.SoundTransform",
            get: { (call) throws(ScriptError) in
                try SoundTransformClass.copy(try call.state(SoundChannelState.self).transform, call.machine)
            },
            set: { (call) throws(ScriptError) in
                let state = try call.state(SoundChannelState.self)
                state.transform = try SoundTransformClass.copy(call[0], call.machine)
                state.voice?.gains = SoundTransformClass.gains(state.transform)
                call.player.sound.updateGains()
                return .undefined
            }),
        NativeMember(get: "leftPeak", ":Number") { (call) throws(ScriptError) in
            Value(double: Double(try peaks(call).left))
        },
        NativeMember(get: "rightPeak", ":Number") { (call) throws(ScriptError) in
            Value(double: Double(try peaks(call).right))
        },
        NativeMember(method: "stop", "():void") { (call) throws(ScriptError) in
            let (state, object) = (try call.state(SoundChannelState.self), try call.thisObject())
            state.stop(call.runtime)
            state.endFeed(object, completes: false, call.runtime)
            forget(object, call.runtime)
            return .undefined
        },
    ]

    private static func peaks(_ call: NativeCall) throws(ScriptError) -> (left: Float, right: Float) {
        guard let voice = try call.state(SoundChannelState.self).voice else { return (0, 0) }
        return call.player.sound.peaks(of: voice)
    }

    static func make(_ machine: AVM2Machine) throws(ScriptError) -> Object {
        guard let traits = machine.traits(named: "flash.media.SoundChannel") else {
            throw machine.nullReference(.undefined)
        }
        _ = try machine.classObject(traits)
        return machine.instantiate(traits)
    }

    /// Channels that play now; their timers keep them alive.
    private final class Playing {
        var channels: [Object] = []
    }

    private static func playing(_ runtime: AVM2Runtime) -> Playing {
        if let known = runtime.services.states["flash.media.SoundChannel"] as? Playing { return known }
        let made = Playing()
        runtime.services.states["flash.media.SoundChannel"] = made
        return made
    }

    static func remember(_ channel: Object, _ runtime: AVM2Runtime) { playing(runtime).channels.append(channel) }

    static func forget(_ channel: Object, _ runtime: AVM2Runtime) {
        playing(runtime).channels.removeAll { $0 == channel }
    }

    static func stopAll(_ runtime: AVM2Runtime) {
        let playing = playing(runtime)
        let channels = playing.channels
        playing.channels.removeAll()
        for channel in channels {
            guard let state = channel.native(as: SoundChannelState.self) else { continue }
            state.stop(runtime)
            state.endFeed(channel, completes: false, runtime)
        }
        runtime.player.sound.stopAll()
    }
}
