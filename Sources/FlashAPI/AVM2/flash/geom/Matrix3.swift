import AVM
import AVM2
import Glibc

/// `flash.geom.Matrix`: slots a, b, c, d, tx, ty.
enum MatrixClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.geom.Matrix",
            constructor:
                "(a:Number = 1, b:Number = 0, c:Number = 0, d:Number = 1, tx:Number = 0, ty:Number = 0)")
        table.members = { members }
        table.initialize = setTo
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(slot: "a", ":Number"),
        NativeMember(slot: "b", ":Number"),
        NativeMember(slot: "c", ":Number"),
        NativeMember(slot: "d", ":Number"),
        NativeMember(slot: "tx", ":Number"),
        NativeMember(slot: "ty", ":Number"),
        NativeMember(method: "clone", "():flash.geom.Matrix", clone),
        NativeMember(method: "concat", "(m:flash.geom.Matrix):void", concat),
        NativeMember(method: "invert", "():void", invert),
        NativeMember(method: "identity", "():void", identity),
        NativeMember(
            method: "createBox",
            "(scaleX:Number, scaleY:Number, rotation:Number = 0, tx:Number = 0, ty:Number = 0):void", createBox),
        NativeMember(
            method: "createGradientBox",
            "(width:Number, height:Number, rotation:Number = 0, tx:Number = 0, ty:Number = 0):void",
            createGradientBox),
        NativeMember(method: "rotate", "(angle:Number):void", rotate),
        NativeMember(method: "translate", "(dx:Number, dy:Number):void", translate),
        NativeMember(method: "scale", "(sx:Number, sy:Number):void", scale),
        NativeMember(
            method: "deltaTransformPoint", "(point:flash.geom.Point):flash.geom.Point", deltaTransformPoint),
        NativeMember(method: "transformPoint", "(point:flash.geom.Point):flash.geom.Point", transformPoint),
        NativeMember(method: "copyFrom", "(sourceMatrix:flash.geom.Matrix):void", copyFrom),
        NativeMember(
            method: "setTo", "(aa:Number, ba:Number, ca:Number, da:Number, txa:Number, tya:Number):void", setTo),
        NativeMember(method: "copyRowTo", "(row:uint, vector3D:flash.geom.Vector3D):void", copyRowTo),
        NativeMember(method: "copyColumnTo", "(column:uint, vector3D:flash.geom.Vector3D):void", copyColumnTo),
        NativeMember(method: "copyRowFrom", "(row:uint, vector3D:flash.geom.Vector3D):void", copyRowFrom),
        NativeMember(method: "copyColumnFrom", "(column:uint, vector3D:flash.geom.Vector3D):void", copyColumnFrom),
        NativeMember(method: "toString", "():String", toString),
    ]

    private static func setTo(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setNumbers(
            call.number(0), call.number(1), call.number(2), call.number(3), call.number(4), call.number(5))
        return .undefined
    }

    private static func clone(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        return Value(try call.machine.makeMatrix([own[0], own[1], own[2], own[3], own[4], own[5]]))
    }

    private static func concat(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let m = try call.numbers(of: 0)
        var a = own[0] * m[0]
        var b = 0.0
        var c = 0.0
        var d = own[3] * m[3]
        var tx = own[4] * m[0] + m[4]
        var ty = own[5] * m[3] + m[5]
        if own[1] != 0 || own[2] != 0 || m[1] != 0 || m[2] != 0 {
            a += own[1] * m[2]
            d += own[2] * m[1]
            b += own[0] * m[1] + own[1] * m[3]
            c += own[2] * m[0] + own[3] * m[2]
            tx += own[5] * m[2]
            ty += own[4] * m[1]
        }
        call.setNumbers(a, b, c, d, tx, ty)
        return .undefined
    }

    private static func invert(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        if own[1] == 0 && own[2] == 0 {
            let a = 1 / own[0]
            let d = 1 / own[3]
            call.setNumbers(a, 0, 0, d, -(a * own[4]), -(d * own[5]))
            return .undefined
        }
        let determinant = own[0] * own[3] - own[1] * own[2]
        if determinant == 0 {
            call.setNumbers(1, 0, 0, 1, 0, 0)
            return .undefined
        }
        let scale = 1 / determinant
        let a = own[3] * scale
        let b = -own[1] * scale
        let c = -own[2] * scale
        let d = own[0] * scale
        call.setNumbers(a, b, c, d, -(a * own[4] + c * own[5]), -(b * own[4] + d * own[5]))
        return .undefined
    }

    private static func identity(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setNumbers(1, 0, 0, 1, 0, 0)
        return .undefined
    }

    private static func setBox(
        _ call: NativeCall, _ scaleX: Double, _ scaleY: Double, _ rotation: Double, _ tx: Double, _ ty: Double
    ) {
        if rotation == 0 {
            call.setNumbers(scaleX, 0, 0, scaleY, tx, ty)
        } else {
            let cosine = cos(rotation)
            let sine = sin(rotation)
            call.setNumbers(cosine * scaleX, sine * scaleY, -sine * scaleX, cosine * scaleY, tx, ty)
        }
    }

    private static func createBox(_ call: NativeCall) throws(ScriptError) -> Value {
        setBox(call, call.number(0), call.number(1), call.number(2), call.number(3), call.number(4))
        return .undefined
    }

    /// The square that gradients are made in is 1638.4 pixels wide.
    private static func createGradientBox(_ call: NativeCall) throws(ScriptError) -> Value {
        let width = call.number(0)
        let height = call.number(1)
        setBox(
            call, width / 1638.4, height / 1638.4, call.number(2), call.number(3) + width / 2,
            call.number(4) + height / 2)
        return .undefined
    }

    private static func rotate(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let cosine = cos(call.number(0))
        let sine = sin(call.number(0))
        call.setNumbers(
            own[0] * cosine - own[1] * sine, own[0] * sine + own[1] * cosine, own[2] * cosine - own[3] * sine,
            own[2] * sine + own[3] * cosine, own[4] * cosine - own[5] * sine, own[4] * sine + own[5] * cosine)
        return .undefined
    }

    private static func translate(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        own[4] += call.number(0)
        own[5] += call.number(1)
        return .undefined
    }

    private static func scale(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        for index in 0..<6 { own[index] *= call.number(index & 1) }
        return .undefined
    }

    private static func deltaTransformPoint(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let point = try call.numbers(of: 0)
        return Value(
            try call.machine.makePoint(
                own[0] * point[0] + own[2] * point[1], own[3] * point[1] + own[1] * point[0]))
    }

    private static func transformPoint(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let point = try call.numbers(of: 0)
        return Value(
            try call.machine.makePoint(
                own[0] * point[0] + own[2] * point[1] + own[4], own[3] * point[1] + own[1] * point[0] + own[5]))
    }

    private static func copyFrom(_ call: NativeCall) throws(ScriptError) -> Value {
        let from = try call.numbers(of: 0)
        call.setNumbers(from[0], from[1], from[2], from[3], from[4], from[5])
        return .undefined
    }

    // MARK: Rows and columns of the 3 by 3 matrix whose last row is 0, 0, 1

    private static func copyRowTo(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let vector = try call.numbers(of: 1)
        let row = call.uint(0)
        guard row <= 2 else { return .undefined }
        vector[0] = row == 2 ? 0 : own[Int(row)]
        vector[1] = row == 2 ? 0 : own[Int(row) + 2]
        vector[2] = row == 2 ? 1 : own[Int(row) + 4]
        return .undefined
    }

    private static func copyColumnTo(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let vector = try call.numbers(of: 1)
        let column = Int(call.uint(0))
        guard column <= 2 else { return .undefined }
        vector[0] = own[column * 2]
        vector[1] = own[column * 2 + 1]
        vector[2] = column == 2 ? 1 : 0
        return .undefined
    }

    private static func copyRowFrom(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let vector = try call.numbers(of: 1)
        let row = Int(call.uint(0))
        guard row <= 1 else { return .undefined }
        for index in 0..<3 { own[row + index * 2] = vector[index] }
        return .undefined
    }

    /// Flash takes the column for a row.
    private static func copyColumnFrom(_ call: NativeCall) throws(ScriptError) -> Value { try copyRowFrom(call) }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        try call.describe(["a", "b", "c", "d", "tx", "ty"])
    }
}
