import AVM
import Glibc

/// `Math`. ECMA-262 3rd ed. 15.8.
enum MathClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("Math", base: "Object", .final)
        table.staticMembers = { constants + functions }
        table.construct = { (call) throws(ScriptError) in throw call.machine.makeError(.type, 1076) }
        table.call = { (call) throws(ScriptError) in throw call.machine.makeError(.type, 1075) }
        return table
    }()

    /// Constants that `Number` has as well.
    static let constants: [NativeMember] = [
        NativeMember(constant: "E", ":Number", .number(2.718281828459045)),
        NativeMember(constant: "LN10", ":Number", .number(2.302585092994046)),
        NativeMember(constant: "LN2", ":Number", .number(0.6931471805599453)),
        NativeMember(constant: "LOG10E", ":Number", .number(0.4342944819032518)),
        NativeMember(constant: "LOG2E", ":Number", .number(1.442695040888963387)),
        NativeMember(constant: "PI", ":Number", .number(3.141592653589793)),
        NativeMember(constant: "SQRT1_2", ":Number", .number(0.7071067811865476)),
        NativeMember(constant: "SQRT2", ":Number", .number(1.4142135623730951)),
    ]

    /// Static functions that `Number` has as well.
    static let functions: [NativeMember] = [
        unary("abs") { $0.magnitude },
        unary("acos") { Glibc.acos($0) },
        unary("asin") { Glibc.asin($0) },
        unary("atan") { Glibc.atan($0) },
        unary("ceil") { Glibc.ceil($0) },
        unary("cos") { Glibc.cos($0) },
        unary("exp") { Glibc.exp($0) },
        unary("floor") { Glibc.floor($0) },
        unary("log") { Glibc.log($0) },
        unary("round") { Glibc.floor($0 + 0.5) },
        unary("sin") { Glibc.sin($0) },
        unary("sqrt") { $0.squareRoot() },
        unary("tan") { Glibc.tan($0) },
        NativeMember(method: "atan2", "(y:Number, x:Number):Number") { (call) throws(ScriptError) in
            Value(double: Glibc.atan2(call.number(0), call.number(1)))
        },
        NativeMember(method: "pow", "(x:Number, y:Number):Number") { (call) throws(ScriptError) in
            Value(double: power(call.number(0), call.number(1)))
        },
        NativeMember(method: "max", "(x:Number = -Infinity, y:Number = -Infinity, ...rest):Number", max),
        NativeMember(method: "min", "(x:Number = Infinity, y:Number = Infinity, ...rest):Number", min),
        NativeMember(method: "random", "():Number") { (call) throws(ScriptError) in
            Value(double: Double(call.machine.host.nextRandom() >> 1) / 2_147_483_648)
        },
    ]

    private static func unary(_ name: StaticString, _ body: @escaping @Sendable (Double) -> Double) -> NativeMember {
        NativeMember(method: name, "(x:Number):Number") { (call) throws(ScriptError) in
            Value(double: body(call.number(0)))
        }
    }

    /// ECMA-262 15.8.2.13: other than C, ±1 to an infinite power is no number.
    static func power(_ x: Double, _ y: Double) -> Double {
        if y.isNaN || x.magnitude == 1 && y.isInfinite { return .nan }
        return pow(x, y)
    }

    private static func max(_ call: NativeCall) throws(ScriptError) -> Value {
        var result = -Double.infinity
        for index in 0..<call.count {
            let number = try call.machine.toNumber(call[index])
            if number.isNaN || result.isNaN {
                result = .nan
            } else if number > result || number == 0 && result == 0 && result.sign == .minus {
                result = number
            }
        }
        return Value(double: result)
    }

    private static func min(_ call: NativeCall) throws(ScriptError) -> Value {
        var result = Double.infinity
        for index in 0..<call.count {
            let number = try call.machine.toNumber(call[index])
            if number.isNaN || result.isNaN {
                result = .nan
            } else if number < result || number == 0 && result == 0 && number.sign == .minus {
                result = number
            }
        }
        return Value(double: result)
    }
}
