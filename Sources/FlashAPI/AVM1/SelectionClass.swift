import AVM
import AVM1
import Player

/// The `Selection` object: the focus, and what is selected in the text field that has it.
enum SelectionClass {
    static func install(on runtime: AVM1Runtime) {
        let object = SingletonObject.install("Selection", on: runtime)
        AsBroadcasterClass.initialize(object, runtime.machine)
        runtime.machine.install(
            [
                NativeMethod("getBeginIndex", { call in index(call.player) { $0.lowerBound } }, .locked),
                NativeMethod("getEndIndex", { call in index(call.player) { $0.upperBound } }, .locked),
                NativeMethod(
                    "getCaretIndex",
                    { call in
                        call.player.focus.text.flatMap { field in field.selection.map { Value($0.caret) } } ?? Value(-1)
                    }, .locked),
                NativeMethod(
                    "getFocus",
                    { call in
                        guard let script = call.player.focus.focused?.avm1Object() else { return .null }
                        return Value(call.machine.host.targetPath(of: script))
                    }, .locked),
                NativeMethod(
                    "setFocus", { (call) throws(ScriptError) in try setFocus(call.player, call) }, .locked),
                NativeMethod(
                    "setSelection",
                    { (call) throws(ScriptError) in
                        guard call.count == 2, let field = call.player.focus.text else { return .undefined }
                        let (start, end) = (try call.machine.toInt32(call[0]), try call.machine.toInt32(call[1]))
                        field.select(from: Int(max(0, start)), to: Int(max(0, end)))
                        return .undefined
                    }, .locked),
            ], on: object)
    }

    private static func index(_ player: Player, _ body: (Range<Int>) -> Int) -> Value {
        guard let selection = player.focus.text?.selection else { return Value(-1) }
        return Value(body(selection.range))
    }

    /// Null or undefined takes the focus away. False: it cannot have the focus.
    private static func setFocus(_ player: Player, _ call: Call) throws(ScriptError) -> Value {
        guard call.count == 1 else { return .false }
        if call[0].isNullish {
            player.focus.set(nil, by: .script)
            return .true
        }
        guard let start = (call.machine.target ?? player.level(0)?.avm1Object())?.displayObject,
            let object = try call.displayObject(at: 0, from: start), object.isFocusable
        else { return .false }
        player.focus.set(object, by: .script)
        return .true
    }
}
