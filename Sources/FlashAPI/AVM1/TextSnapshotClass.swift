import AVM
import AVM1
import Player

/// The `TextSnapshot` class: the static texts of a clip as they stood when it was made.
enum TextSnapshotClass {
    typealias State = SnapshotText

    private static let methods: [NativeMethod] = [
        NativeMethod("getCount", method(0...0) { state, _ in Value(state.units.count) }, .version6),
        NativeMethod("setSelected", method(2...3, setSelected), .version6),
        NativeMethod("getSelected", method(2...2, getSelected), .version6),
        NativeMethod("getText", method(2...3, getText), .version6),
        NativeMethod("getSelectedText", method(0...1, getSelectedText), .version6),
        NativeMethod("hitTestTextNearPos", method(2...3, hitTest), .version6),
        NativeMethod("findText", method(3...3, findText), .version6),
        NativeMethod("setSelectColor", method(1...1, setSelectColor), .version6),
        NativeMethod("getTextRunInfo", method(2...2, getTextRunInfo), .version6),
    ]

    static func install(on runtime: AVM1Runtime) {
        var row = NativeClass("TextSnapshot") { call in
            guard let this = call.this.object else { return .undefined }
            let clip = call[0].object.flatMap { call.machine.host.liveClip($0) }?.displayObject
            // Of nothing there is nothing to tell.
            if let clip = clip as? MovieClip { this.setNative(State(of: clip)) }
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
        state.range(Int(try call.machine.toInt32(call[0])), Int(try call.machine.toInt32(call[1])))
    }

    private static func getText(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        let range = try range(state, call)
        return Value(
            call.heap.makeString(utf16: state.text(range, withLineEnds: call.machine.toBool(call[2]))))
    }

    private static func setSelected(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        let selects = call.count > 2 ? call.machine.toBool(call[2]) : true
        state.select(try range(state, call), selects)
        return .undefined
    }

    private static func getSelected(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        Value(try range(state, call).contains { state.isSelected[$0] })
    }

    private static func getSelectedText(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        Value(
            call.heap.makeString(utf16: state.selectedText(withLineEnds: call.machine.toBool(call[0]))))
    }

    /// `findText(start, text, isCaseSensitive)`: the index of the first match, -1 where there is none.
    private static func findText(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        let start = Int(try call.machine.toInt32(call[0]))
        let wanted = try call.machine.toString(call[1]).units
        return Value(state.find(wanted, from: start, isCaseSensitive: call.machine.toBool(call[2])))
    }

    /// `hitTestTextNearPos(x, y, distance)` in pixels of the clip: the index of the nearest letter, -1 where there is none.
    private static func hitTest(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        let (x, y) = (try call.machine.toNumber(call[0]), try call.machine.toNumber(call[1]))
        let distance = call.count > 2 ? try call.machine.toNumber(call[2]) : 0
        return Value(state.index(nearX: x, y: y, within: distance))
    }

    private static func setSelectColor(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        state.selectColor = UInt32(bitPattern: try call.machine.toInt32(call[0])) & 0xFF_FFFF
        return .undefined
    }

    /// An object for each letter: its font, size, colour, matrix and corners.
    private static func getTextRunInfo(_ state: State, _ call: Call) throws(ScriptError) -> Value {
        let range = try range(state, call)
        let list = ValueBuffer(call.heap)
        for index in range.prefix(State.mostFacts) {
            let info = call.machine.makeObject()
            list.append(Value(info))
            func define(_ name: String, _ value: Value) {
                call.heap.define(call.heap.strings.intern(name), value, on: info)
            }
            for (name, value) in state.facts(of: index) {
                switch value {
                case .number(let number): define(name, Value(number))
                case .text(let text): define(name, Value(call.heap.makeString(text)))
                case .flag(let flag): define(name, flag ? .true : .false)
                }
            }
        }
        return Value(call.machine.makeArray(list.elements))
    }
}
