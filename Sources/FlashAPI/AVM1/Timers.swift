import AVM
import AVM1
import Player

/// `setInterval`, `setTimeout` and their ends.
enum Timers {
    static func install(on runtime: AVM1Runtime) {
        let unowned = Unowned(runtime)
        runtime.machine.install(
            [
                NativeMethod("setInterval") { (call) throws(ScriptError) -> Value in
                    try start(call, repeats: true, unowned.runtime)
                },
                NativeMethod("setTimeout") { (call) throws(ScriptError) -> Value in
                    try start(call, repeats: false, unowned.runtime)
                },
                NativeMethod("clearInterval") { (call) throws(ScriptError) -> Value in try stop(call, unowned.runtime)
                },
                NativeMethod("clearTimeout") { (call) throws(ScriptError) -> Value in try stop(call, unowned.runtime) },
            ], on: runtime.machine.global)
    }

    /// Timers that a movie may have at once. One whose timers start others would have twice as many each time.
    static let limit = 1 << 12

    /// `(function, milliseconds, …)` or `(object, "method", milliseconds, …)`; the method is looked up at each call.
    private static func start(_ call: Call, repeats: Bool, _ runtime: AVM1Runtime) throws(ScriptError) -> Value {
        guard call.count >= 2, let first = call[0].object, runtime.timers.count < limit else { return .undefined }
        let machine = call.machine
        let isFunction = first.flags.contains(.callable)
        if !isFunction && call.count < 3 { return .undefined }
        let method = isFunction ? nil : machine.heap.strings.intern(try machine.toString(call[1]))
        let interval = try machine.toNumber(call[isFunction ? 1 : 2])
        let arguments = Array(call.arguments.dropFirst(isFunction ? 2 : 3))
        let target = machine.target
        let held = arguments + [call[0], method.map { Value($0.string) } ?? .undefined, Value(orUndefined: target)]
        let id = runtime.timers.add(
            interval: interval, repeats: repeats, now: runtime.player.milliseconds, held: held
        ) { [unowned runtime] in
            runtime.perform { () throws(ScriptError) in
                try runtime.machine.asCode(of: target) { () throws(ScriptError) in
                    if let method {
                        try runtime.machine.callMethod(first, method, arguments)
                    } else {
                        try runtime.machine.call(Value(first), this: .undefined, arguments)
                    }
                }
            }
        }
        return Value(id)
    }

    private static func stop(_ call: Call, _ runtime: AVM1Runtime) throws(ScriptError) -> Value {
        runtime.timers.remove(Int(try call.machine.toInt32(call[0])))
        return .undefined
    }
}
