import AVM
import AVM2
import Player

/// Native state of a `flash.media.SoundChannel`.
final class SoundChannelState: EventTargetState {
    var transform = Value.null
    private var start = 0.0
    private var end = 0.0
    private var startedAt = 0.0
    /// Its number in the player's timers while it plays.
    private var timer: Int?
    private var lastPosition = 0.0

    override func visit(_ marker: inout Marker) {
        super.visit(&marker)
        marker.visit(transform)
    }

    /// Milliseconds from the start of the sound.
    func position(_ runtime: AVM2Runtime) -> Double {
        timer == nil ? lastPosition : min(end, start + runtime.player.milliseconds - startedAt)
    }

    func begin(_ object: Object, from start: Double, until end: Double, _ runtime: AVM2Runtime) {
        (self.start, self.end, startedAt) = (start, end, runtime.player.milliseconds)
        timer = runtime.services.timers.add(
            interval: max(0, end - start), repeats: false, now: runtime.player.milliseconds, held: [Value(object)]
        ) { [unowned self, unowned runtime] in
            timer = nil
            lastPosition = end
            SoundChannelClass.forget(object, runtime)
            runtime.perform { () throws(ScriptError) in try runtime.send("soundComplete", to: object) }
        }
        SoundChannelClass.remember(object, runtime)
    }

    func stop(_ runtime: AVM2Runtime) {
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
                try call.state(SoundChannelState.self).transform = try SoundTransformClass.copy(call[0], call.machine)
                return .undefined
            }),
        NativeMember(get: "leftPeak", ":Number") { (_) throws(ScriptError) in Value(double: 0) },
        NativeMember(get: "rightPeak", ":Number") { (_) throws(ScriptError) in Value(double: 0) },
        NativeMember(method: "stop", "():void") { (call) throws(ScriptError) in
            try call.state(SoundChannelState.self).stop(call.runtime)
            forget(try call.thisObject(), call.runtime)
            return .undefined
        },
    ]

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
        for channel in playing.channels { channel.native(as: SoundChannelState.self)?.stop(runtime) }
        playing.channels.removeAll()
    }
}
