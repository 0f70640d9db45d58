import AVM

/// The `Number` class.
enum NumberClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("valueOf", valueOf),
        NativeMethod("toString", toString),
    ]

    private static let constants: [NativeConstant] = [
        NativeConstant("MAX_VALUE", .number(.greatestFiniteMagnitude)),
        NativeConstant("MIN_VALUE", .number(.leastNonzeroMagnitude)),
        NativeConstant("NaN", .number(.nan)),
        NativeConstant("NEGATIVE_INFINITY", .number(-.infinity)),
        NativeConstant("POSITIVE_INFINITY", .number(.infinity)),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("Number", constructor: construct)
        row.methods = methods
        row.staticConstants = constants
        machine.prototypes.number = machine.install(row).prototype
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        let number = call.count == 0 ? Value.zero : call.machine.number(try call.machine.toNumber(call[0]))
        guard call.isConstructing, let this = call.this.object else { return number }
        this.setNative(BoxedPrimitive(number))
        return call.this
    }

    /// The number that a call is made on; nil where it is none.
    private static func number(_ call: Call) -> Double? {
        if call.this.isNumber { return call.this.unsafeNumber }
        return call.this.object?.native(as: BoxedPrimitive.self)?.value.number
    }

    private static func valueOf(_ call: Call) throws(ScriptError) -> Value {
        number(call).map { Value($0) } ?? .undefined
    }

    /// What Flash writes for NaN: it takes it for the least integer, whose digits come out negative.
    private static func nanDigits(radix: Int) -> String {
        var rest = Int(Int32.min)
        var digits: [Unicode.Scalar] = []
        while rest != 0 {
            digits.append(Unicode.Scalar(UInt8(0x30 + rest % radix)))
            rest /= radix
        }
        return "-" + String(String.UnicodeScalarView(digits.reversed()))
    }

    /// `toString(radix)`, 2 to 36. Other radices than 10 drop the fraction.
    private static func toString(_ call: Call) throws(ScriptError) -> Value {
        guard let number = number(call) else { return .undefined }
        let radix = call.count > 0 ? Int(try call.machine.toInt32(call[0])) : 10
        guard radix != 10, (2...36).contains(radix) else {
            return call.machine.string(NumberConversion.avm1String(number))
        }
        if number.isNaN { return call.machine.string(Self.nanDigits(radix: radix)) }
        guard number.isFinite else { return call.machine.string(number < 0 ? "-Infinity" : "Infinity") }
        return call.machine.string(String(NumberConversion.toInt32(number), radix: radix))
    }
}

/// The `Boolean` class.
enum BooleanClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("valueOf", valueOf),
        NativeMethod("toString", toString),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("Boolean", constructor: construct)
        row.methods = methods
        machine.prototypes.boolean = machine.install(row).prototype
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        let bool =
            call.count == 0 ? (call.isConstructing ? Value.false : .undefined) : Value(call.machine.toBool(call[0]))
        guard call.isConstructing, let this = call.this.object else { return bool }
        this.setNative(BoxedPrimitive(bool))
        return call.this
    }

    private static func bool(_ call: Call) -> Bool? {
        if call.this.isBool { return call.this.unsafeBool }
        return call.this.object?.native(as: BoxedPrimitive.self)?.value.bool
    }

    private static func valueOf(_ call: Call) throws(ScriptError) -> Value {
        bool(call).map { Value($0) } ?? .undefined
    }

    private static func toString(_ call: Call) throws(ScriptError) -> Value {
        bool(call).map { Value(($0 ? call.machine.names.true : call.machine.names.false).string) } ?? .undefined
    }
}
