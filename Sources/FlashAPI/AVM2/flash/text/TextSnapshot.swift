import AVM
import AVM2
import Player

/// `flash.text.TextSnapshot`: the static texts of a container as they stood when it was asked for.
enum TextSnapshotClass2 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.text.TextSnapshot")
        // One that a script makes itself is of nothing.
        table.makeState = { _, _ in SnapshotHolder() }
        table.members = {
            [
                NativeMember(get: "charCount", ":int", read { text, _ in Value(text.units.count) }),
                NativeMember(
                    method: "findText", "(beginIndex:int, textToFind:String, caseSensitive:Boolean):int",
                    read { (text, call) throws(ScriptError) in
                        let wanted = try call.requiredText(1, "textToFind").units
                        return Value(
                            text.find(wanted, from: Int(call.int(0)), isCaseSensitive: call.bool(2)))
                    }),
                NativeMember(
                    method: "getSelected", "(beginIndex:int, endIndex:int):Boolean",
                    read { text, call in range(text, call).contains { text.isSelected[$0] } ? .true : .false }),
                NativeMember(
                    method: "getSelectedText", "(includeLineEndings:Boolean = false):String",
                    read { text, call in
                        Value(call.heap.makeString(utf16: text.selectedText(withLineEnds: call.bool(0))))
                    }),
                NativeMember(
                    method: "getText", "(beginIndex:int, endIndex:int, includeLineEndings:Boolean = false):String",
                    read { text, call in
                        Value(call.heap.makeString(utf16: text.text(range(text, call), withLineEnds: call.bool(2))))
                    }),
                NativeMember(method: "getTextRunInfo", "(beginIndex:int, endIndex:int):Array", read(runInfo)),
                NativeMember(
                    method: "hitTestTextNearPos", "(x:Number, y:Number, maxDistance:Number = 0):Number",
                    read { text, call in
                        Value(text.index(nearX: call.number(0), y: call.number(1), within: call.number(2)))
                    }),
                NativeMember(
                    method: "setSelectColor", "(hexColor:uint = 16776960):void",
                    read { text, call in
                        text.selectColor = call.uint(0) & 0xFF_FFFF
                        return .undefined
                    }),
                NativeMember(
                    method: "setSelected", "(beginIndex:int, endIndex:int, select:Boolean):void",
                    read { text, call in
                        text.select(range(text, call), call.bool(2))
                        return .undefined
                    }),
            ]
        }
        return table
    }()

    /// Of a container, as it is now.
    static func make(of container: Container, _ call: NativeCall) throws(ScriptError) -> Value {
        let made = try call.machine.make("flash.text.TextSnapshot")
        made.native(as: SnapshotHolder.self)?.text = SnapshotText(of: container)
        return Value(made)
    }

    /// What a snapshot is of comes after the object.
    private final class SnapshotHolder: NativeState {
        var text = SnapshotText(of: nil)
    }

    private static func read(
        _ body: @escaping @Sendable (SnapshotText, NativeCall) throws(ScriptError) -> Value
    ) -> NativeBody {
        { (call) throws(ScriptError) in try body(try call.state(SnapshotHolder.self).text, call) }
    }

    private static func range(_ text: SnapshotText, _ call: NativeCall) -> Range<Int> {
        text.range(Int(call.int(0)), Int(call.int(1)))
    }

    /// An object for each letter: its font, size, colour, matrix and corners.
    private static func runInfo(_ text: SnapshotText, _ call: NativeCall) throws(ScriptError) -> Value {
        let list = ValueBuffer(call.heap)
        for index in range(text, call).prefix(SnapshotText.mostFacts) {
            let info = call.machine.makeObject()
            list.append(Value(info))
            for (name, value) in text.facts(of: index) {
                let given: Value
                switch value {
                case .number(let number): given = Value(double: number)
                case .text(let text): given = call.text(text)
                case .flag(let flag): given = flag ? .true : .false
                }
                call.heap.define(call.heap.strings.intern(name), given, on: info)
            }
        }
        return Value(call.machine.makeArray(list.elements))
    }
}
