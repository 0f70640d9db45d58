import AVM
import AVM1
import Base
import Player

/// The `TextField` class.
enum TextFieldClass {
    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        var row = NativeClass("TextField")
        row.methods = methods
        row.properties = TextFieldProperties.all
        let (constructor, prototype) = machine.install(row)
        AsBroadcasterClass.initialize(prototype, machine)
        machine.prototypes.others["TextField"] = prototype
        constructor.flags.insert(.callable)
        StyleSheetClass.install(on: runtime, textField: constructor)
        runtime.textFieldMade = { [unowned machine] script in
            // A field is a listener of itself.
            machine.define(script, "_listeners", Value(machine.makeArray([Value(script)])), .hidden)
        }
        runtime.textFieldChanged = { [unowned runtime] field in broadcast("onChanged", field, runtime) }
        runtime.textFieldScrolled = { [unowned runtime] field in broadcast("onScroller", field, runtime) }
    }

    private static func broadcast(_ name: StaticString, _ field: EditText, _ runtime: AVM1Runtime) {
        guard let script = field.avm1Object() else { return }
        runtime.perform { () throws(ScriptError) in
            try runtime.machine.asCode(of: script) { () throws(ScriptError) in
                try runtime.machine.broadcast(script, runtime.machine.heap.strings.pinned(name), [Value(script)])
            }
        }
    }

    /// A method of a text field that is on the stage.
    static func method(
        _ body: @escaping @Sendable (EditText, Call) throws(ScriptError) -> Value
    ) -> NativeBody {
        { (call) throws(ScriptError) -> Value in
            guard let object = call.this.object, let live = call.machine.host.liveClip(object),
                let field = live.displayObject as? EditText
            else { return .undefined }
            return try body(field, call)
        }
    }

    private static let methods: [NativeMethod] = [
        NativeMethod("replaceSel", method(replaceSel)),
        NativeMethod("replaceText", method(replaceText), [.hidden, .version7]),
        NativeMethod("getTextFormat", method(getTextFormat)),
        NativeMethod("setTextFormat", method(setTextFormat)),
        NativeMethod("getNewTextFormat", method(getNewTextFormat)),
        NativeMethod("setNewTextFormat", method(setNewTextFormat)),
        NativeMethod("removeTextField", method(removeTextField)),
        NativeMethod("getDepth", method { field, _ in Value(Int(field.depth &- MovieClip.scriptDepth)) }),
    ]

    private static func replaceSel(_ field: EditText, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        let units = try call.machine.toString(call[0]).units
        let range = field.selection?.range ?? 0..<0
        // From SWF 8 on an empty text over an empty selection changes nothing; before, the same.
        field.replace(range, with: units.map { $0 == 0x0A ? 0x0D : $0 })
        let caret = range.lowerBound + units.count
        if field.selection != nil { field.select(from: caret, to: caret) }
        return .undefined
    }

    private static func replaceText(_ field: EditText, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 2 else { return .undefined }
        let start = Int(try call.machine.toInt32(call[0]))
        let end = Int(try call.machine.toInt32(call[1]))
        guard start >= 0, end >= start else { return .undefined }
        let units = try call.machine.toString(call[2]).units
        let range = min(start, field.content.count)..<min(end, field.content.count)
        field.replace(range, with: units.map { $0 == 0x0A ? 0x0D : $0 })
        return .undefined
    }

    /// The range that arguments before the last give: none means all, one means a single unit.
    private static func range(_ field: EditText, _ call: Call, _ count: Int) throws(ScriptError) -> Range<Int> {
        guard count > 0 else { return 0..<field.content.count }
        let first = Int(try call.machine.toInt32(call[0]))
        let start = max(0, min(field.content.count, first))
        let last = count > 1 ? Int(try call.machine.toInt32(call[1])) : start + 1
        return start..<max(start, min(field.content.count, last))
    }

    private static func getTextFormat(_ field: EditText, _ call: Call) throws(ScriptError) -> Value {
        let format = field.content.format(of: try range(field, call, min(2, call.count)))
        return Value(try TextFormatClass.make(format, call.machine))
    }

    private static func setTextFormat(_ field: EditText, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0, field.styles == nil, let object = call[min(call.count, 3) - 1].object,
            let format = TextFormatClass.format(of: object)
        else { return .undefined }
        field.setFormat(format, of: try range(field, call, min(call.count, 3) - 1))
        return .undefined
    }

    private static func getNewTextFormat(_ field: EditText, _ call: Call) throws(ScriptError) -> Value {
        Value(try TextFormatClass.make(field.content.defaultFormat, call.machine))
    }

    private static func setNewTextFormat(_ field: EditText, _ call: Call) -> Value {
        guard field.styles == nil, let object = call[0].object, let format = TextFormatClass.format(of: object) else {
            return .undefined
        }
        field.setDefaultFormat(format)
        return .undefined
    }

    /// Only a field that a script has made, or moved to a script's depth, goes.
    private static func removeTextField(_ field: EditText, _ call: Call) -> Value {
        guard field.depth >= MovieClip.scriptDepth, let parent = field.parent else { return .undefined }
        parent.remove(field)
        return .undefined
    }
}
