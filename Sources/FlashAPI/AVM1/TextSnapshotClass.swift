import AVM
import AVM1
import Player

/// The `TextSnapshot` class: the static texts of a clip as they stood when it was made.
enum TextSnapshotClass {
    final class State: NativeState {
        /// Units of all texts, one after the other.
        let units: [UInt16]
        /// Where a text begins that is not the first.
        let breaks: Set<Int>
        var isSelected: [Bool]

        init(_ texts: [[UInt16]]) {
            var units: [UInt16] = []
            var breaks: Set<Int> = []
            for text in texts {
                if !units.isEmpty { breaks.insert(units.count) }
                units += text
            }
            self.units = units
            self.breaks = breaks
            isSelected = Array(repeating: false, count: units.count)
        }

        /// The units in a range, with a line end before each text where asked for.
        func text(_ indices: some Sequence<Int>, withLineEnds: Bool) -> [UInt16] {
            var result: [UInt16] = []
            for index in indices {
                if withLineEnds, !result.isEmpty, breaks.contains(index) { result.append(0x0A) }
                result.append(units[index])
            }
            return result
        }
    }

    private static let methods: [NativeMethod] = [
        NativeMethod("getCount", method(0...0) { state, _ in Value(state.units.count) }, .version6),
        NativeMethod("setSelected", method(2...3, setSelected), .version6),
        NativeMethod("getSelected", method(1...2, getSelected), .version6),
        NativeMethod("getText", method(2...3, getText), .version6),
        NativeMethod("getSelectedText", method(0...1, getSelectedText), .version6),
        NativeMethod("hitTestTextNearPos", missing("hitTestTextNearPos"), .version6),
        NativeMethod("findText", method(3...3, findText), .version6),
        NativeMethod("setSelectColor", missing("setSelectColor"), .version6),
        NativeMethod("getTextRunInfo", missing("getTextRunInfo"), .version6),
    ]

    static func install(on runtime: AVM1Runtime) {
        var row = NativeClass("TextSnapshot") { call in
            guard let this = call.this.object else { return .undefined }
            let clip = call[0].object.flatMap { call.machine.host.liveClip($0) }?.displayObject
            this.setNative(State((clip as? MovieClip)?.staticTexts ?? []))
            return call.this
        }
        row.methods = methods
        runtime.machine.install(row)
        guard let prototype = runtime.machine.prototypes.movieClip else { return }
        runtime.machine.install(
            [NativeMethod("getTextSnapshot", MovieClipClass.method(snapshot), [.hidden, .version6])], on: prototype)
    }

    /// Made by whatever `_global.TextSnapshot` is.
    private static func snapshot(_ clip: MovieClip, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        return try machine.construct(
            try machine.get(machine.global, "TextSnapshot"), [Value(orUndefined: clip.avm1Object())])
    }

    private static func missing(_ name: StaticString) -> NativeBody {
        { call in
            call.machine.host.missing("TextSnapshot.\(name)")
            return .undefined
        }
    }

    /// A method that answers undefined unless it gets as many arguments as it wants.
    private static func method(
        _ counts: ClosedRange<Int>, _ body: @escaping @Sendable (State, Call) throws(ScriptError) -> Value
    ) -> NativeBody {
        { (call) throws(ScriptError) -> Value in
            guard let state = call.this.object?.native(as: State.self), counts.contains(call.count) else {
                return .undefined
            }
            return try body(state, call)
        }
    }

    /// The characters from one index up to another, at least one of them where there is any.
    private static func range(_ state: State, _ call: Call) throws(ScriptError) -> Range<Int> {
        let count = state.units.count
        if count == 0 { return 0..<0 }
        let start = max(0, min(count - 1, Int(try call.machine.toInt32(call[0]))))
        let end = max(start + 1, min(count, Int(try call.machine.toInt32(call[1]))))
        return start..<end
    }

    private static func getText(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        let range = try range(state, call)
        return Value(
            call.heap.makeString(utf16: state.text(range, withLineEnds: call.machine.toBool(call[2]))))
    }

    private static func setSelected(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        let selects = call.count > 2 ? call.machine.toBool(call[2]) : true
        for index in try range(state, call) { state.isSelected[index] = selects }
        return .undefined
    }

    private static func getSelected(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        Value(try range(state, call).contains { state.isSelected[$0] })
    }

    private static func getSelectedText(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        let indices = state.units.indices.filter { state.isSelected[$0] }
        return Value(
            call.heap.makeString(utf16: state.text(indices, withLineEnds: call.machine.toBool(call[0]))))
    }

    /// `findText(start, text, isCaseSensitive)`: the index of the first match, -1 where there is none.
    private static func findText(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        let start = Int(try call.machine.toInt32(call[0]))
        let isCaseSensitive = call.machine.toBool(call[2])
        func folded(_ units: [UInt16]) -> [UInt16] {
            isCaseSensitive ? units : units.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        }
        let wanted = folded(try call.machine.toString(call[1]).units)
        let units = folded(state.units)
        guard start >= 0, !wanted.isEmpty, wanted.count <= units.count, start <= units.count - wanted.count else {
            return Value(-1)
        }
        for index in start...(units.count - wanted.count)
        where units[index..<index + wanted.count].elementsEqual(wanted) {
            return Value(index)
        }
        return Value(-1)
    }
}
