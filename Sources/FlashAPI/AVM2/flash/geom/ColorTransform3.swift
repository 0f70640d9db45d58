import AVM
import AVM2

/// `flash.geom.ColorTransform`: slots for the multipliers of red, green, blue, alpha, then the offsets.
enum ColorTransformClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.geom.ColorTransform",
            constructor: """
                (redMultiplier:Number = 1, greenMultiplier:Number = 1, blueMultiplier:Number = 1, \
                alphaMultiplier:Number = 1, redOffset:Number = 0, greenOffset:Number = 0, blueOffset:Number = 0, \
                alphaOffset:Number = 0)
                """)
        table.members = { members }
        table.initialize = initialize
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(slot: "redMultiplier", ":Number"),
        NativeMember(slot: "greenMultiplier", ":Number"),
        NativeMember(slot: "blueMultiplier", ":Number"),
        NativeMember(slot: "alphaMultiplier", ":Number"),
        NativeMember(slot: "redOffset", ":Number"),
        NativeMember(slot: "greenOffset", ":Number"),
        NativeMember(slot: "blueOffset", ":Number"),
        NativeMember(slot: "alphaOffset", ":Number"),
        NativeMember(property: "color", ":uint", get: color, set: setColor),
        NativeMember(method: "concat", "(second:flash.geom.ColorTransform):void", concat),
        NativeMember(method: "toString", "():String", toString),
    ]

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        for index in 0..<8 { own[index] = call.number(index) }
        return .undefined
    }

    private static func color(_ call: NativeCall) throws(ScriptError) -> Value {
        func channel(_ slot: Int) -> Int32 { NumberConversion.toInt32(call.number(slot: slot)) }
        let color = channel(4) << 16 | channel(5) << 8 | channel(6)
        return Value(Int(UInt32(bitPattern: color)))
    }

    private static func setColor(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let color = call.uint(0)
        for index in 0..<3 {
            own[index] = 0
            own[4 + index] = Double(color >> UInt32(16 - index * 8) & 0xFF)
        }
        return .undefined
    }

    private static func concat(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let second = try call.numbers(of: 0)
        for index in 0..<4 {
            own[4 + index] += own[index] * second[4 + index]
            own[index] *= second[index]
        }
        return .undefined
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        try call.describe([
            "redMultiplier", "greenMultiplier", "blueMultiplier", "alphaMultiplier", "redOffset", "greenOffset",
            "blueOffset", "alphaOffset",
        ])
    }
}
