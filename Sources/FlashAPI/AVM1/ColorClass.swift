import AVM
import AVM1
import Base
import Player

/// The `Color` class: the colours of a clip.
enum ColorClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("setRGB", setRGB, [.hidden, .readOnly]),
        NativeMethod("setTransform", setTransform, [.hidden, .readOnly]),
        NativeMethod("getRGB", getRGB, [.hidden, .readOnly]),
        NativeMethod("getTransform", getTransform, [.hidden, .readOnly]),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("Color", constructor: construct)
        row.requiresNew = true
        row.methods = methods
        machine.install(row)
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        call.machine.define(this, "target", call[0], [.hidden, .readOnly])
        return call.this
    }

    /// The object that `target` names: a clip or its path.
    private static func target(_ call: Call) throws(ScriptError) -> DisplayObject? {
        guard let this = call.this.object else { return nil }
        let target = try call.machine.get(this, "target")
        if target.isNullish || target.string?.isEmpty == true { return nil }
        let clip = try call.machine.clip(for: target)
        return clip?.displayObject
    }

    private static func setRGB(_ call: Call) throws(ScriptError) -> Value {
        guard let object = try target(call) else { return .undefined }
        let rgb = try call.machine.toInt32(call[0])
        var transform = object.colorTransform
        transform.redMultiplier = 0
        transform.greenMultiplier = 0
        transform.blueMultiplier = 0
        transform.redOffset = Int16(rgb >> 16 & 0xFF)
        transform.greenOffset = Int16(rgb >> 8 & 0xFF)
        transform.blueOffset = Int16(rgb & 0xFF)
        object.colorTransform = transform
        object.isTransformedByScript = true
        return .undefined
    }

    private static func getRGB(_ call: Call) throws(ScriptError) -> Value {
        guard let transform = try target(call)?.colorTransform else { return .undefined }
        return Value(
            Int32(transform.redOffset) << 16 | Int32(transform.greenOffset) << 8 | Int32(transform.blueOffset))
    }

    /// Percentages (`ra` …) and offsets (`rb` …) by their names.
    private static let parts:
        [(
            percent: StaticString, multiplier: WritableKeyPath<ColorTransform, Int16> & Sendable,
            offsetName: StaticString,
            offset: WritableKeyPath<ColorTransform, Int16> & Sendable
        )] = [
            ("ra", \.redMultiplier, "rb", \.redOffset), ("ga", \.greenMultiplier, "gb", \.greenOffset),
            ("ba", \.blueMultiplier, "bb", \.blueOffset), ("aa", \.alphaMultiplier, "ab", \.alphaOffset),
        ]

    /// Takes what the object has of its own; what it inherits does not count.
    private static func setTransform(_ call: Call) throws(ScriptError) -> Value {
        guard let object = try target(call), let given = call[0].object else { return .undefined }
        let machine = call.machine
        var transform = object.colorTransform
        for part in parts {
            if machine.hasOwnProperty(given, machine.heap.strings.pinned(part.percent)) {
                let percent = try machine.number(given, part.percent)
                transform[keyPath: part.multiplier] = Int16(
                    truncatingIfNeeded: NumberConversion.toInt32(percent * 256 / 100))
            }
            if machine.hasOwnProperty(given, machine.heap.strings.pinned(part.offsetName)) {
                transform[keyPath: part.offset] = Int16(
                    truncatingIfNeeded: NumberConversion.toInt32(try machine.number(given, part.offsetName)))
            }
        }
        object.colorTransform = transform
        object.isTransformedByScript = true
        return .undefined
    }

    private static func getTransform(_ call: Call) throws(ScriptError) -> Value {
        guard let transform = try target(call)?.colorTransform else { return .undefined }
        let result = call.machine.makeObject()
        for part in parts {
            call.machine.define(result, part.percent, Value(Double(transform[keyPath: part.multiplier]) * 100 / 256))
            call.machine.define(result, part.offsetName, Value(Int32(transform[keyPath: part.offset])))
        }
        return Value(result)
    }
}
