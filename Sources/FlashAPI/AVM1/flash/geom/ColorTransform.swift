import AVM
import AVM1

/// The numbers behind a `flash.geom.ColorTransform`, kept as they were given.
final class ColorTransformState: NativeState {
    /// Red, green, blue, alpha.
    var multipliers: [Double] = [1, 1, 1, 1]
    /// −255 … 255, though nothing limits them.
    var offsets: [Double] = [0, 0, 0, 0]
}

/// `flash.geom.ColorTransform`.
enum ColorTransformClass {
    static let package = "flash.geom"

    private static let properties: [NativeProperty] = [
        multiplier("alphaMultiplier", 3), multiplier("redMultiplier", 0), multiplier("greenMultiplier", 1),
        multiplier("blueMultiplier", 2), offset("alphaOffset", 3), offset("redOffset", 0), offset("greenOffset", 1),
        offset("blueOffset", 2), NativeProperty("rgb", get: rgb, set: setRGB, []),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("ColorTransform", constructor: construct)
        row.properties = properties
        let prototype = machine.install(row, package: package).prototype
        machine.install(
            [NativeMethod("concat", concat, []), NativeMethod("toString", toString, [])], on: prototype)
    }

    private static func state(_ call: Call) -> ColorTransformState? {
        call.this.object?.native(as: ColorTransformState.self)
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let state = ColorTransformState()
        if call.count >= 8 {
            for index in 0..<4 { state.multipliers[index] = try call.machine.toNumber(call[index]) }
            for index in 0..<4 { state.offsets[index] = try call.machine.toNumber(call[index + 4]) }
        }
        this.setNative(state)
        return call.this
    }

    private static func multiplier(_ name: StaticString, _ index: Int) -> NativeProperty {
        NativeProperty(
            name, get: { call in state(call).map { Value($0.multipliers[index]) } ?? .undefined },
            set: { (call) throws(ScriptError) -> Value in
                let number = try call.machine.toNumber(call[0])
                state(call)?.multipliers[index] = number
                return .undefined
            }, [])
    }

    private static func offset(_ name: StaticString, _ index: Int) -> NativeProperty {
        NativeProperty(
            name, get: { call in state(call).map { Value($0.offsets[index]) } ?? .undefined },
            set: { (call) throws(ScriptError) -> Value in
                let number = try call.machine.toNumber(call[0])
                state(call)?.offsets[index] = number
                return .undefined
            }, [])
    }

    /// The offsets as a colour.
    private static func rgb(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call) else { return .undefined }
        let parts = state.offsets.map { NumberConversion.toInt32($0) }
        return Value(parts[0] << 16 | parts[1] << 8 | parts[2])
    }

    private static func setRGB(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call) else { return .undefined }
        let rgb = try call.machine.toUInt32(call[0])
        for index in 0..<3 {
            state.offsets[index] = Double(rgb >> UInt32(16 - index * 8) & 0xFF)
            state.multipliers[index] = 0
        }
        return .undefined
    }

    private static func concat(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call), let other = call[0].object?.native(as: ColorTransformState.self) else {
            return .undefined
        }
        for index in 0..<4 {
            state.offsets[index] += state.multipliers[index] * other.offsets[index]
            state.multipliers[index] *= other.multipliers[index]
        }
        return .undefined
    }

    private static func toString(_ call: Call) throws(ScriptError) -> Value {
        guard let state = state(call) else { return .undefined }
        let names = ["red", "green", "blue", "alpha"]
        let numbers = { (number: Double) -> String in NumberConversion.avm1String(number) }
        let parts =
            names.enumerated().map { "\($1)Multiplier=\(numbers(state.multipliers[$0]))" }
            + names.enumerated().map { "\($1)Offset=\(numbers(state.offsets[$0]))" }
        return call.machine.string("(" + parts.joined(separator: ", ") + ")")
    }
}
