import AVM
import AVM2
import Player

/// `flash.utils.setInterval`, `setTimeout` and their ends.
enum Intervals {
    static let functions: [NativeFunction] = [
        NativeFunction("flash.utils.setInterval", "(closure:Function, delay:Number, ...arguments):uint") {
            (call) throws(ScriptError) in try start(call, repeats: true)
        },
        NativeFunction("flash.utils.setTimeout", "(closure:Function, delay:Number, ...arguments):uint") {
            (call) throws(ScriptError) in try start(call, repeats: false)
        },
        NativeFunction("flash.utils.clearInterval", "(id:uint):void", stop),
        NativeFunction("flash.utils.clearTimeout", "(id:uint):void", stop),
    ]

    /// Numbers that scripts see, and those of the player's list.
    private final class Table {
        var next = 1
        var timers: [Int: Int] = [:]
    }

    private static func table(_ runtime: AVM2Runtime) -> Table {
        let name = "flash.utils.setInterval"
        if let known = runtime.services.states[name] as? Table { return known }
        let made = Table()
        runtime.services.states[name] = made
        return made
    }

    private static func start(_ call: NativeCall, repeats: Bool) throws(ScriptError) -> Value {
        let function = call[0]
        guard function.isObject else { throw call.machine.makeError(.type, 2007, ["closure"]) }
        let arguments = Array(call.arguments.dropFirst(2))
        let runtime = call.runtime
        let table = table(runtime)
        let id = table.next
        table.next += 1
        table.timers[id] = runtime.services.timers.add(
            interval: call.number(1), repeats: repeats, now: runtime.player.milliseconds, held: arguments + [function]
        ) { [unowned runtime] in
            if !repeats { table.timers[id] = nil }
            runtime.perform { () throws(ScriptError) in
                _ = try runtime.machine.call(function, this: .null, arguments: arguments)
            }
        }
        return Value(id)
    }

    private static func stop(_ call: NativeCall) throws(ScriptError) -> Value {
        let table = table(call.runtime)
        if let timer = table.timers.removeValue(forKey: Int(call.uint(0))) {
            call.runtime.services.timers.remove(timer)
        }
        return .undefined
    }
}
