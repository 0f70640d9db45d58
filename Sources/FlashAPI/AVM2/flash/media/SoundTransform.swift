import AVM
import AVM2
import Media
import Player

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

    /// What the mixer multiplies with. What is no number is silence.
    static func gains(_ value: Value) -> Gains {
        guard let object = value.object else { return .unity }
        let parts = (0..<5).map { index in
            let number = object.cell.slots[index].number ?? .nan
            return number.isFinite ? Float(max(-1e6, min(1e6, number))) : 0
        }
        return Gains(
            leftToLeft: parts[0] * parts[1], rightToLeft: parts[0] * parts[4], leftToRight: parts[0] * parts[2],
            rightToRight: parts[0] * parts[3])
    }

    /// The same in percent, as display objects keep it.
    static func percent(_ value: Value) -> SoundTransform {
        var transform = SoundTransform()
        guard let object = value.object else { return transform }
        let parts = (0..<5).map { index in
            Int32(max(-1e9, min(1e9, nanToZero(object.cell.slots[index].number ?? .nan) * 100)).rounded())
        }
        transform.volume = parts[0]
        (transform.leftToLeft, transform.leftToRight) = (parts[1], parts[2])
        (transform.rightToRight, transform.rightToLeft) = (parts[3], parts[4])
        return transform
    }

    private static func nanToZero(_ number: Double) -> Double { number.isNaN ? 0 : number }

    /// A copy of a SoundTransform object; a new one for null.
    static func copy(_ value: Value, _ machine: AVM2Machine) throws(ScriptError) -> Value {
        let made = try machine.make("flash.media.SoundTransform")
        if let from = value.object { made.cell.slots.update(from: from.cell.slots, count: 5) }
        return Value(made)
    }
}
