import AVM
import AVM2
import Glibc

/// `flash.geom.Vector3D`: slots x, y, z, w.
enum Vector3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.geom.Vector3D", constructor: "(x:Number = 0, y:Number = 0, z:Number = 0, w:Number = 0)")
        table.members = { members }
        table.staticMembers = {
            [
                axis("X_AXIS", 1, 0, 0),
                axis("Y_AXIS", 0, 1, 0),
                axis("Z_AXIS", 0, 0, 1),
                NativeMember(
                    method: "angleBetween", "(a:flash.geom.Vector3D, b:flash.geom.Vector3D):Number", angleBetween),
                NativeMember(
                    method: "distance", "(pt1:flash.geom.Vector3D, pt2:flash.geom.Vector3D):Number", distance),
            ]
        }
        table.initialize = initialize
        table.since = 10
        return table
    }()

    private static func axis(_ name: StaticString, _ x: Double, _ y: Double, _ z: Double) -> NativeMember {
        NativeMember(get: name, ":flash.geom.Vector3D") { (call) throws(ScriptError) in
            let key = "flash.geom.Vector3D." + String(describing: name)
            if let known = call.machine.keptValues[key] { return known }
            let made = Value(try call.machine.makeVector3D(x, y, z))
            call.machine.keptValues[key] = made
            return made
        }
    }

    private static let members: [NativeMember] = [
        NativeMember(slot: "x", ":Number"),
        NativeMember(slot: "y", ":Number"),
        NativeMember(slot: "z", ":Number"),
        NativeMember(slot: "w", ":Number"),
        NativeMember(get: "length", ":Number") { (call) throws(ScriptError) in
            Value(double: lengthSquared(try call.ownNumbers).squareRoot())
        },
        NativeMember(get: "lengthSquared", ":Number") { (call) throws(ScriptError) in
            Value(double: lengthSquared(try call.ownNumbers))
        },
        NativeMember(method: "clone", "():flash.geom.Vector3D", clone),
        NativeMember(method: "add", "(a:flash.geom.Vector3D):flash.geom.Vector3D", add),
        NativeMember(method: "subtract", "(a:flash.geom.Vector3D):flash.geom.Vector3D", subtract),
        NativeMember(method: "incrementBy", "(a:flash.geom.Vector3D):void", incrementBy),
        NativeMember(method: "decrementBy", "(a:flash.geom.Vector3D):void", decrementBy),
        NativeMember(method: "equals", "(toCompare:flash.geom.Vector3D, allFour:Boolean = false):Boolean", equals),
        NativeMember(
            method: "nearEquals",
            "(toCompare:flash.geom.Vector3D, tolerance:Number, allFour:Boolean = false):Boolean", nearEquals),
        NativeMember(method: "copyFrom", "(sourceVector3D:flash.geom.Vector3D):void", copyFrom),
        NativeMember(method: "setTo", "(xa:Number, ya:Number, za:Number):void", setTo),
        NativeMember(method: "scaleBy", "(s:Number):void", scaleBy),
        NativeMember(method: "negate", "():void", negate),
        NativeMember(method: "project", "():void", project),
        NativeMember(method: "normalize", "():Number", normalize),
        NativeMember(method: "dotProduct", "(a:flash.geom.Vector3D):Number", dotProduct),
        NativeMember(method: "crossProduct", "(a:flash.geom.Vector3D):flash.geom.Vector3D", crossProduct),
        NativeMember(method: "toString", "():String", toString),
    ]

    private static func lengthSquared(_ v: NumberSlots) -> Double { v[0] * v[0] + v[1] * v[1] + v[2] * v[2] }

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setNumbers(call.number(0), call.number(1), call.number(2), call.number(3))
        return .undefined
    }

    private static func setTo(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setNumbers(call.number(0), call.number(1), call.number(2))
        return .undefined
    }

    private static func clone(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        return Value(try call.machine.makeVector3D(own[0], own[1], own[2], own[3]))
    }

    private static func add(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let a = try call.numbers(of: 0)
        return Value(try call.machine.makeVector3D(own[0] + a[0], own[1] + a[1], own[2] + a[2]))
    }

    private static func subtract(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let a = try call.numbers(of: 0)
        return Value(try call.machine.makeVector3D(own[0] - a[0], own[1] - a[1], own[2] - a[2]))
    }

    private static func incrementBy(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let a = try call.numbers(of: 0)
        for index in 0..<3 { own[index] += a[index] }
        return .undefined
    }

    private static func decrementBy(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let a = try call.numbers(of: 0)
        for index in 0..<3 { own[index] -= a[index] }
        return .undefined
    }

    private static func equals(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let other = try call.numbers(of: 0)
        return Value((0..<(call.bool(1) ? 4 : 3)).allSatisfy { own[$0] == other[$0] })
    }

    private static func nearEquals(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let other = try call.numbers(of: 0)
        let tolerance = call.number(1)
        guard (0..<3).allSatisfy({ (own[$0] - other[$0]).magnitude < tolerance }) else { return .false }
        // Flash looks at the other's w alone.
        return Value(!call.bool(2) || other[3].magnitude < tolerance)
    }

    private static func copyFrom(_ call: NativeCall) throws(ScriptError) -> Value {
        let from = try call.numbers(of: 0)
        call.setNumbers(from[0], from[1], from[2])
        return .undefined
    }

    private static func scaleBy(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        for index in 0..<3 { own[index] *= call.number(0) }
        return .undefined
    }

    private static func negate(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        for index in 0..<3 { own[index] = -own[index] }
        return .undefined
    }

    private static func project(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let w = own[3]
        for index in 0..<3 { own[index] /= w }
        return .undefined
    }

    private static func normalize(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let length = lengthSquared(own).squareRoot()
        for index in 0..<3 { own[index] = length == 0 ? 0 : own[index] / length }
        return Value(double: length)
    }

    private static func dot(_ a: NumberSlots, _ b: NumberSlots) -> Double { a[0] * b[0] + a[1] * b[1] + a[2] * b[2] }

    private static func dotProduct(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(double: dot(try call.ownNumbers, try call.numbers(of: 0)))
    }

    private static func crossProduct(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let a = try call.numbers(of: 0)
        return Value(
            try call.machine.makeVector3D(
                own[1] * a[2] - own[2] * a[1], own[2] * a[0] - own[0] * a[2], own[0] * a[1] - own[1] * a[0], 1))
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        var parts: [String] = []
        for index in 0..<3 { parts.append(try call.machine.toString(call.slot(index)).text) }
        return call.text("Vector3D(" + parts.joined(separator: ", ") + ")")
    }

    private static func angleBetween(_ call: NativeCall) throws(ScriptError) -> Value {
        let a = try call.numbers(of: 0)
        let b = try call.numbers(of: 1)
        let lengths = lengthSquared(a).squareRoot() * lengthSquared(b).squareRoot()
        return Value(double: acos(dot(a, b) / lengths))
    }

    private static func distance(_ call: NativeCall) throws(ScriptError) -> Value {
        let a = try call.numbers(of: 0)
        let b = try call.numbers(of: 1)
        let x = b[0] - a[0]
        let y = b[1] - a[1]
        let z = b[2] - a[2]
        return Value(double: (x * x + y * y + z * z).squareRoot())
    }
}
