import AVM
import AVM2

/// `flash.media.SoundTransform`: slots volume, leftToLeft, leftToRight, rightToRight, rightToLeft.
enum SoundTransformClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.media.SoundTransform", .final, constructor: "(vol:Number = 1, panning:Number = 0)")
        table.members = {
            Field.members(fields, from: 0) + [NativeMember(property: "pan", ":Number", get: pan, set: setPan)]
        }
        table.initialize = { (call) throws(ScriptError) in
            setPan(call.number(1), call)
            call.setSlot(0, call[0])
            return .undefined
        }
        return table
    }()

    private static let fields: [Field] = [
        Field("volume", ":Number"), Field("leftToLeft", ":Number"), Field("leftToRight", ":Number"),
        Field("rightToRight", ":Number"), Field("rightToLeft", ":Number"),
    ]

    /// 0 where a side is heard on the other one, too.
    private static func pan(_ call: NativeCall) throws(ScriptError) -> Value {
        guard call.number(slot: 2) == 0, call.number(slot: 4) == 0 else { return Value(double: 0) }
        let left = call.number(slot: 1)
        return Value(double: 1 - left * left)
    }

    /// The power of both sides together stays the same.
    private static func setPan(_ pan: Double, _ call: NativeCall) {
        call.setSlot(1, Value(double: (1 - pan).squareRoot()))
        call.setSlot(2, Value(double: 0))
        call.setSlot(3, Value(double: (1 + pan).squareRoot()))
        call.setSlot(4, Value(double: 0))
    }

    private static func setPan(_ call: NativeCall) throws(ScriptError) -> Value {
        setPan(call.number(0), call)
        return .undefined
    }

    /// A copy of a SoundTransform object; a new one for null.
    static func copy(_ value: Value, _ machine: AVM2Machine) throws(ScriptError) -> Value {
        let made = try machine.make("flash.media.SoundTransform")
        if let from = value.object { made.cell.slots.update(from: from.cell.slots, count: 5) }
        return Value(made)
    }
}
