import AVM
import Glibc

/// The `Math` object.
enum MathClass {
    private static let constants: [NativeConstant] = [
        NativeConstant("E", .number(M_E)), NativeConstant("LN10", .number(M_LN10)),
        NativeConstant("LN2", .number(M_LN2)), NativeConstant("LOG10E", .number(M_LOG10E)),
        NativeConstant("LOG2E", .number(M_LOG2E)), NativeConstant("PI", .number(.pi)),
        NativeConstant("SQRT1_2", .number(0.5.squareRoot())), NativeConstant("SQRT2", .number(2.0.squareRoot())),
    ]

    private static let attributes: PropertyAttributes = [.hidden, .readOnly]

    private static let methods: [NativeMethod] = [
        NativeMethod("abs", unary { $0.magnitude }, attributes),
        NativeMethod("min", minimum, attributes),
        NativeMethod("max", maximum, attributes),
        NativeMethod("sin", unary { sin($0) }, attributes),
        NativeMethod("cos", unary { cos($0) }, attributes),
        NativeMethod("atan2", binary { atan2($0, $1) }, attributes),
        NativeMethod("tan", unary { tan($0) }, attributes),
        NativeMethod("exp", unary { exp($0) }, attributes),
        NativeMethod("log", unary { log($0) }, attributes),
        NativeMethod("sqrt", unary { $0.squareRoot() }, attributes),
        NativeMethod("round", unary { ($0 + 0.5).rounded(.down) }, attributes),
        NativeMethod("random", random, attributes),
        NativeMethod("floor", unary { $0.rounded(.down) }, attributes),
        NativeMethod("ceil", unary { $0.rounded(.up) }, attributes),
        NativeMethod("atan", unary { atan($0) }, attributes),
        NativeMethod("asin", unary { asin($0) }, attributes),
        NativeMethod("acos", unary { acos($0) }, attributes),
        NativeMethod("pow", power, attributes),
    ]

    static func install(on machine: Machine) {
        machine.heap.pauseDepth += 1
        defer { machine.heap.pauseDepth -= 1 }
        let math = machine.makeObject()
        machine.install(methods, on: math)
        machine.install(constants, on: math)
        machine.define(machine.global, "Math", Value(math), .hidden)
    }

    private static func unary(_ body: @escaping @Sendable (Double) -> Double) -> NativeBody {
        { (call) throws(ScriptError) -> Value in
            let (x, _) = try numbers(call)
            return call.count > 0 ? Value(body(x)) : .nan
        }
    }

    private static func binary(_ body: @escaping @Sendable (Double, Double) -> Double) -> NativeBody {
        { (call) throws(ScriptError) -> Value in
            let (x, y) = try numbers(call)
            return call.count > 1 ? Value(body(x, y)) : .nan
        }
    }

    /// The first two arguments: both become numbers whether or not the function needs them.
    private static func numbers(_ call: Call) throws(ScriptError) -> (Double, Double) {
        let x = call.count > 0 ? try call.machine.toNumber(call[0]) : .nan
        let y = call.count > 1 ? try call.machine.toNumber(call[1]) : .nan
        return (x, y)
    }

    // ECMA-262 3rd ed. 15.8.2.13; C's pow gives 1 for ±1 to an infinite power.
    private static func power(_ call: Call) throws(ScriptError) -> Value {
        let (x, y) = try numbers(call)
        // A missing exponent is left to C, for which 1 to any power is 1.
        if call.count > 1 && (y.isNaN || (x.magnitude == 1 && y.isInfinite)) { return .nan }
        return call.count > 0 ? Value(pow(x, y)) : .nan
    }

    /// Two arguments, as ActionScript 2 has it; none give infinity.
    private static func minimum(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return Value(.infinity) }
        let (x, y) = try numbers(call)
        guard call.count > 1 else { return .nan }
        return x.isNaN || y.isNaN ? .nan : Value(Swift.min(x, y))
    }

    private static func maximum(_ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return Value(-.infinity) }
        let (x, y) = try numbers(call)
        guard call.count > 1 else { return .nan }
        return x.isNaN || y.isNaN ? .nan : Value(Swift.max(x, y))
    }

    private static func random(_ call: Call) throws(ScriptError) -> Value {
        _ = try numbers(call)
        return Value(Double(call.machine.host.nextRandom() >> 1) / 2_147_483_648)
    }
}
