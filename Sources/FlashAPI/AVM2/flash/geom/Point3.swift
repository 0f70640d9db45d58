import AVM
import AVM2
import Glibc

/// `flash.geom.Point`: slots x, y.
enum PointClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.geom.Point", constructor: "(x:Number = 0, y:Number = 0)")
        table.members = { members }
        table.staticMembers = {
            [
                NativeMember(
                    method: "interpolate",
                    "(pt1:flash.geom.Point, pt2:flash.geom.Point, f:Number):flash.geom.Point", interpolate),
                NativeMember(method: "distance", "(pt1:flash.geom.Point, pt2:flash.geom.Point):Number", distance),
                NativeMember(method: "polar", "(len:Number, angle:Number):flash.geom.Point", polar),
            ]
        }
        table.initialize = setTo
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(slot: "x", ":Number"),
        NativeMember(slot: "y", ":Number"),
        NativeMember(get: "length", ":Number", length),
        NativeMember(method: "clone", "():flash.geom.Point", clone),
        NativeMember(method: "add", "(v:flash.geom.Point):flash.geom.Point", add),
        NativeMember(method: "subtract", "(v:flash.geom.Point):flash.geom.Point", subtract),
        NativeMember(method: "equals", "(toCompare:flash.geom.Point):Boolean", equals),
        NativeMember(method: "copyFrom", "(sourcePoint:flash.geom.Point):void", copyFrom),
        NativeMember(method: "setTo", "(xa:Number, ya:Number):void", setTo),
        NativeMember(method: "offset", "(dx:Number, dy:Number):void", offset),
        NativeMember(method: "normalize", "(thickness:Number):void", normalize),
        NativeMember(method: "toString", "():String", toString),
    ]

    private static func setTo(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setNumbers(call.number(0), call.number(1))
        return .undefined
    }

    private static func length(_ call: NativeCall) throws(ScriptError) -> Value {
        let x = call.number(slot: 0)
        let y = call.number(slot: 1)
        return Value(double: (x * x + y * y).squareRoot())
    }

    private static func clone(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try call.machine.makePoint(call.number(slot: 0), call.number(slot: 1)))
    }

    private static func add(_ call: NativeCall) throws(ScriptError) -> Value {
        let other = try call.numbers(of: 0)
        return Value(try call.machine.makePoint(call.number(slot: 0) + other[0], call.number(slot: 1) + other[1]))
    }

    private static func subtract(_ call: NativeCall) throws(ScriptError) -> Value {
        let other = try call.numbers(of: 0)
        return Value(try call.machine.makePoint(call.number(slot: 0) - other[0], call.number(slot: 1) - other[1]))
    }

    private static func equals(_ call: NativeCall) throws(ScriptError) -> Value {
        let other = try call.numbers(of: 0)
        return Value(call.number(slot: 0) == other[0] && call.number(slot: 1) == other[1])
    }

    private static func copyFrom(_ call: NativeCall) throws(ScriptError) -> Value {
        let other = try call.numbers(of: 0)
        call.setNumbers(other[0], other[1])
        return .undefined
    }

    private static func offset(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setNumbers(call.number(slot: 0) + call.number(0), call.number(slot: 1) + call.number(1))
        return .undefined
    }

    private static func normalize(_ call: NativeCall) throws(ScriptError) -> Value {
        let x = call.number(slot: 0)
        let y = call.number(slot: 1)
        let length = (x * x + y * y).squareRoot()
        if length > 0 {
            let scale = call.number(0) / length
            call.setNumbers(x * scale, y * scale)
        }
        return .undefined
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        try call.describe(["x", "y"])
    }

    private static func interpolate(_ call: NativeCall) throws(ScriptError) -> Value {
        let a = try call.numbers(of: 0)
        let b = try call.numbers(of: 1)
        let f = call.number(2)
        return Value(try call.machine.makePoint(b[0] - (b[0] - a[0]) * f, b[1] - (b[1] - a[1]) * f))
    }

    private static func distance(_ call: NativeCall) throws(ScriptError) -> Value {
        let a = try call.numbers(of: 0)
        let b = try call.numbers(of: 1)
        let x = b[0] - a[0]
        let y = b[1] - a[1]
        return Value(double: (x * x + y * y).squareRoot())
    }

    private static func polar(_ call: NativeCall) throws(ScriptError) -> Value {
        let length = call.number(0)
        return Value(try call.machine.makePoint(cos(call.number(1)) * length, sin(call.number(1)) * length))
    }
}
