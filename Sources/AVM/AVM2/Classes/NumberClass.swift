import AVM

/// `Number`. ECMA-262 3rd ed. 15.7. The methods are those of `int` and `uint` as well.
enum NumberClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("Number", base: "Object", .final, constructor: "(value:* = undefined)")
        table.members = { members(of: "Number") }
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

    /// The members of `Number`, `int` and `uint`, which differ in what errors say of them.
    static func members(of className: String) -> [NativeMember] {
        var members: [NativeMember] = []
        func add(
            _ name: StaticString, _ signature: StaticString, length: Int,
            _ body: @escaping @Sendable (NativeCall, _ site: Site) throws(ScriptError) -> Value
        ) {
            let method = Site(className: className, method: String(describing: name), isPrototype: false)
            let function = Site(className: className, method: String(describing: name), isPrototype: true)
            if signature.utf8CodeUnitCount > 0 {
                members.append(
                    NativeMember(
                        method: name, signature, { (call) throws(ScriptError) in try body(call, method) }, .as3))
            }
            members.append(
                NativeMember(prototype: name, length: length) { (call) throws(ScriptError) in
                    try body(call, function)
                })
        }
        add("toString", "(radix:* = 10):String", length: 1, toString)
        add("toLocaleString", "", length: 0, toLocaleString)
        add("valueOf", "():Number", length: 0, valueOf)
        add("toFixed", "(p:* = 0):String", length: 1, toFixed)
        add("toExponential", "(p:* = 0):String", length: 1, toExponential)
        add("toPrecision", "(p:* = 0):String", length: 1, toPrecision)
        return members
    }

    /// Which of the functions of a name is called, for what errors say.
    struct Site: Sendable {
        let className: String
        let method: String
        let isPrototype: Bool

        /// The calls that Flash makes from here to where digits are written.
        var digitCalls: [String] {
            var calls = ["Number$/_convert"]
            func step(_ name: String) { calls.append("\(name)/\(NamespaceID.as3URI)::\(method)") }
            if className != "Number" {
                step("Number")
                if isPrototype { step(className) }
            } else if isPrototype {
                step("Number")
            }
            return calls
        }
    }

    private static func convert(_ call: NativeCall) throws(ScriptError) -> Value {
        call.count == 0 ? .zero : Value(try call.machine.toNumber(call[0]))
    }

    /// The number that `this` is; a prototype object counts as 0.
    private static func value(_ call: NativeCall, _ site: Site) throws(ScriptError) -> Double {
        if let number = call.this.number, fits(number, site) { return number }
        let types = call.machine.types
        let prototypes = [types.number.pointee.prototype, types.int.pointee.prototype, types.uint.pointee.prototype]
        guard call.this.isObject, prototypes.contains(call.this) else {
            throw call.incompatible("\(site.className).prototype.\(site.method)")
        }
        return 0
    }

    /// `int.prototype.toString` and `valueOf` take no other numbers; those of `uint` and what writes digits take any.
    private static func fits(_ number: Double, _ site: Site) -> Bool {
        let isChecked = site.isPrototype && site.className == "int" && ["toString", "valueOf"].contains(site.method)
        return !isChecked || Double(NumberConversion.toInt32(number)) == number
    }

    private static func toString(_ call: NativeCall, _ site: Site) throws(ScriptError) -> Value {
        let number = try value(call, site)
        let radix = call.count == 0 || call[0].isUndefined ? 10 : Int(try call.machine.toInt32(call[0]))
        if radix == 10 { return Value(try call.machine.toString(Value(number))) }
        guard (2...36).contains(radix) else { throw call.machine.makeError(.range, 1003, [String(radix)]) }
        return call.text(NumberConversion.string(number, radix: radix))
    }

    private static func toLocaleString(_ call: NativeCall, _ site: Site) throws(ScriptError) -> Value {
        Value(try call.machine.toString(Value(try value(call, site))))
    }

    private static func valueOf(_ call: NativeCall, _ site: Site) throws(ScriptError) -> Value {
        Value(try value(call, site))
    }

    /// The argument, which must lie in `range`: else Error #1002.
    private static func digits(
        _ call: NativeCall, in range: ClosedRange<Int>, _ site: Site
    ) throws(ScriptError) -> Int {
        let digits = call.count == 0 ? 0 : Int(try call.machine.toInt32(call[0]))
        guard range.contains(digits) else {
            throw call.machine.makeError(.range, 1002, through: site.digitCalls)
        }
        return digits
    }

    private static func toFixed(_ call: NativeCall, _ site: Site) throws(ScriptError) -> Value {
        let number = try value(call, site)
        return call.text(NumberConversion.fixed(number, digits: try digits(call, in: 0...20, site)))
    }

    private static func toExponential(_ call: NativeCall, _ site: Site) throws(ScriptError) -> Value {
        let number = try value(call, site)
        return call.text(NumberConversion.exponential(number, digits: try digits(call, in: 0...20, site)))
    }

    private static func toPrecision(_ call: NativeCall, _ site: Site) throws(ScriptError) -> Value {
        let number = try value(call, site)
        if call.count == 0 || call[0].isUndefined { return Value(try call.machine.toString(Value(number))) }
        return call.text(NumberConversion.precision(number, count: try digits(call, in: 1...21, site)))
    }
}
