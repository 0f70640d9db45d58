import AVM

/// `Number`. ECMA-262 3rd ed. 15.7. The methods are those of `int` and `uint` as well.
enum NumberClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("Number", base: "Object", .final, constructor: "(value:* = undefined)")
        table.members = { members }
        table.staticMembers = {
            [
                .length(1),
                NativeMember(constant: "NaN", ":Number", .number(.nan)),
                NativeMember(constant: "NEGATIVE_INFINITY", ":Number", .number(-.infinity)),
                NativeMember(constant: "POSITIVE_INFINITY", ":Number", .number(.infinity)),
                NativeMember(constant: "MIN_VALUE", ":Number", .number(.leastNonzeroMagnitude)),
                NativeMember(constant: "MAX_VALUE", ":Number", .number(.greatestFiniteMagnitude)),
            ] + MathClass.constants + MathClass.functions
        }
        table.construct = convert
        table.call = convert
        return table
    }()

    static let members: [NativeMember] = [
        NativeMember(method: "toString", "(radix:* = 10):String", toString, .as3),
        NativeMember(method: "valueOf", "():Number", valueOf, .as3),
        NativeMember(method: "toFixed", "(p:* = 0):String", toFixed, .as3),
        NativeMember(method: "toExponential", "(p:* = 0):String", toExponential, .as3),
        NativeMember(method: "toPrecision", "(p:* = 0):String", toPrecision, .as3),
        NativeMember(prototype: "toString", length: 1, toString),
        NativeMember(prototype: "toLocaleString", length: 0, toLocaleString),
        NativeMember(prototype: "valueOf", length: 0, valueOf),
        NativeMember(prototype: "toFixed", length: 1, toFixed),
        NativeMember(prototype: "toExponential", length: 1, toExponential),
        NativeMember(prototype: "toPrecision", length: 1, toPrecision),
    ]

    private static func convert(_ call: NativeCall) throws(ScriptError) -> Value {
        call.count == 0 ? .zero : Value(try call.machine.toNumber(call[0]))
    }

    /// The number that `this` is; a prototype object counts as 0.
    private static func value(_ call: NativeCall, _ method: String) throws(ScriptError) -> Double {
        if let number = call.this.number { return number }
        let types = call.machine.types
        let prototypes = [types.number.pointee.prototype, types.int.pointee.prototype, types.uint.pointee.prototype]
        guard call.this.isObject, prototypes.contains(call.this) else {
            throw call.incompatible("Number.prototype.\(method)")
        }
        return 0
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        let number = try value(call, "toString")
        let radix = call.count == 0 || call[0].isUndefined ? 10 : Int(try call.machine.toInt32(call[0]))
        if radix == 10 { return Value(try call.machine.toString(Value(number))) }
        guard (2...36).contains(radix) else { throw call.machine.makeError(.range, 1003, [String(radix)]) }
        return call.text(NumberConversion.string(number, radix: radix))
    }

    private static func toLocaleString(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try call.machine.toString(Value(try value(call, "toLocaleString"))))
    }

    private static func valueOf(_ call: NativeCall) throws(ScriptError) -> Value { Value(try value(call, "valueOf")) }

    /// The argument, which must lie in `range`: else Error #1002.
    private static func digits(_ call: NativeCall, in range: ClosedRange<Int>) throws(ScriptError) -> Int {
        let digits = call.count == 0 ? 0 : Int(try call.machine.toInt32(call[0]))
        guard range.contains(digits) else { throw call.machine.makeError(.range, 1002) }
        return digits
    }

    private static func toFixed(_ call: NativeCall) throws(ScriptError) -> Value {
        let number = try value(call, "toFixed")
        return call.text(NumberConversion.fixed(number, digits: try digits(call, in: 0...20)))
    }

    private static func toExponential(_ call: NativeCall) throws(ScriptError) -> Value {
        let number = try value(call, "toExponential")
        return call.text(NumberConversion.exponential(number, digits: try digits(call, in: 0...20)))
    }

    private static func toPrecision(_ call: NativeCall) throws(ScriptError) -> Value {
        let number = try value(call, "toPrecision")
        if call.count == 0 || call[0].isUndefined { return Value(try call.machine.toString(Value(number))) }
        return call.text(NumberConversion.precision(number, count: try digits(call, in: 1...21)))
    }
}
