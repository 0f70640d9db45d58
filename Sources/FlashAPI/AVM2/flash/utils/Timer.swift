import AVM
import AVM2
import Player

/// Native state of a `flash.utils.Timer`.
final class TimerState: EventTargetState {
    var delay = 0.0
    /// 0: for ever.
    var repeatCount: Int32 = 0
    var currentCount: Int32 = 0
    /// Its number in the player's list while it runs.
    var id: Int?
    var isRunning: Bool { id != nil }

    func start(_ object: Object, _ runtime: AVM2Runtime) {
        guard !isRunning, repeatCount == 0 || currentCount < repeatCount else { return }
        id = runtime.services.timers.add(
            interval: delay, repeats: true, now: runtime.player.milliseconds, held: [Value(object)]
        ) { [unowned self, unowned runtime] in tick(object, runtime) }
    }

    func stop(_ runtime: AVM2Runtime) {
        if let id { runtime.services.timers.remove(id) }
        id = nil
    }

    private func tick(_ object: Object, _ runtime: AVM2Runtime) {
        currentCount &+= 1
        runtime.perform { () throws(ScriptError) in
            try runtime.send("flash.events.TimerEvent", "timer", to: object)
        }
        guard repeatCount != 0, currentCount >= repeatCount else { return }
        stop(runtime)
        runtime.perform { () throws(ScriptError) in
            try runtime.send("flash.events.TimerEvent", "timerComplete", to: object)
        }
    }
}

/// `flash.utils.Timer`.
enum TimerClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.utils.Timer", base: "flash.events.EventDispatcher",
            constructor: "(delay:Number, repeatCount:int = 0)")
        table.members = { members }
        table.initialize = initialize
        table.makeState = { _, _ in TimerState() }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "currentCount", ":int") { (call) throws(ScriptError) in
            Value(try call.state(TimerState.self).currentCount)
        },
        NativeMember(property: "delay", ":Number", get: delay, set: setDelay),
        NativeMember(property: "repeatCount", ":int", get: repeatCount, set: setRepeatCount),
        NativeMember(get: "running", ":Boolean") { (call) throws(ScriptError) in
            Value(try call.state(TimerState.self).isRunning)
        },
        NativeMember(method: "start", "():void") { (call) throws(ScriptError) in
            try call.state(TimerState.self).start(try call.thisObject(), call.runtime)
            return .undefined
        },
        NativeMember(method: "stop", "():void") { (call) throws(ScriptError) in
            try call.state(TimerState.self).stop(call.runtime)
            return .undefined
        },
        NativeMember(method: "reset", "():void") { (call) throws(ScriptError) in
            let state = try call.state(TimerState.self)
            state.stop(call.runtime)
            state.currentCount = 0
            return .undefined
        },
    ]

    private static func checkedDelay(_ call: NativeCall) throws(ScriptError) -> Double {
        let delay = call.number(0)
        guard delay.isFinite, delay >= 0 else {
            throw call.machine.makeError(.range, 2066, through: AVM2Machine.throwError)
        }
        return delay
    }

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(TimerState.self)
        state.delay = try checkedDelay(call)
        state.repeatCount = call.int(1)
        return .undefined
    }

    private static func delay(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(double: try call.state(TimerState.self).delay)
    }

    /// A running timer begins its wait anew.
    private static func setDelay(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(TimerState.self)
        state.delay = try checkedDelay(call)
        if state.isRunning {
            state.stop(call.runtime)
            state.start(try call.thisObject(), call.runtime)
        }
        return .undefined
    }

    private static func repeatCount(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try call.state(TimerState.self).repeatCount)
    }

    private static func setRepeatCount(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(TimerState.self)
        state.repeatCount = call.int(0)
        if state.isRunning && state.repeatCount != 0 && state.currentCount >= state.repeatCount {
            state.stop(call.runtime)
        }
        return .undefined
    }
}
