import AVM
import AVM1
import Base
import Glibc

/// `flash.geom.Matrix`.
enum MatrixClass {
    static let package = "flash.geom"
    private static let names: [StaticString] = ["a", "b", "c", "d", "tx", "ty"]

    private static let methods: [NativeMethod] = [
        NativeMethod("concat", concat),
        NativeMethod("invert", invert),
        NativeMethod("createBox", createBox),
        NativeMethod("createGradientBox", createGradientBox),
        NativeMethod("clone", clone),
        NativeMethod("identity", identity),
        NativeMethod("rotate", rotate),
        NativeMethod("translate", translate),
        NativeMethod("scale", scale),
        NativeMethod("deltaTransformPoint", deltaTransformPoint),
        NativeMethod("transformPoint", transformPoint),
        NativeMethod("toString", toString),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("Matrix", constructor: construct)
        row.methods = methods
        machine.install(row, package: package)
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        if call.count == 0 {
            try set(this, Plain(), call.machine)
        } else {
            for (index, name) in names.enumerated() { try call.machine.set(this, name, call[index]) }
        }
        return call.this
    }

    /// The six numbers, in pixels.
    struct Plain {
        var a = 1.0, b = 0.0, c = 0.0, d = 1.0, tx = 0.0, ty = 0.0

        /// First this, then `other`.
        func followed(by other: Plain) -> Plain {
            Plain(
                a: a * other.a + b * other.c, b: a * other.b + b * other.d, c: c * other.a + d * other.c,
                d: c * other.b + d * other.d, tx: tx * other.a + ty * other.c + other.tx,
                ty: tx * other.b + ty * other.d + other.ty)
        }
    }

    /// The numbers of anything that has `a` … `ty`.
    static func plain(_ object: Object, _ machine: Machine) throws(ScriptError) -> Plain {
        Plain(
            a: try machine.number(object, "a"), b: try machine.number(object, "b"), c: try machine.number(object, "c"),
            d: try machine.number(object, "d"), tx: try machine.number(object, "tx"),
            ty: try machine.number(object, "ty"))
    }

    private static func set(_ object: Object, _ m: Plain, _ machine: Machine) throws(ScriptError) {
        try machine.setNumbers(
            object, [("a", m.a), ("b", m.b), ("c", m.c), ("d", m.d), ("tx", m.tx), ("ty", m.ty)])
    }

    static func make(_ m: Plain, _ machine: Machine) throws(ScriptError) -> Value {
        try machine.instance(
            of: "Matrix", package: package,
            [Value(m.a), Value(m.b), Value(m.c), Value(m.d), Value(m.tx), Value(m.ty)])
    }

    /// Puts this matrix through `change`.
    private static func apply(
        _ call: Call, _ change: (Plain) throws(ScriptError) -> Plain
    ) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        try set(this, try change(try plain(this, call.machine)), call.machine)
        return .undefined
    }

    private static func concat(_ call: Call) throws(ScriptError) -> Value {
        guard let other = call[0].object else { return .undefined }
        let second = try plain(other, call.machine)
        return try apply(call) { (m) in m.followed(by: second) }
    }

    /// The inverse; the identity without its translation where there is none.
    private static func invert(_ call: Call) throws(ScriptError) -> Value {
        try apply(call) { (m) in
            let determinant = m.a * m.d - m.b * m.c
            guard determinant != 0, determinant.isFinite else {
                return Plain(a: 1, b: 0, c: 0, d: 1, tx: -m.tx, ty: -m.ty)
            }
            let f = 1 / determinant
            return Plain(
                a: m.d * f, b: -m.b * f, c: -m.c * f, d: m.a * f, tx: (m.c * m.ty - m.d * m.tx) * f,
                ty: (m.b * m.tx - m.a * m.ty) * f)
        }
    }

    private static func argument(_ call: Call, _ index: Int, _ missing: Double) throws(ScriptError) -> Double {
        index < call.count ? try call.machine.toNumber(call[index]) : missing
    }

    private static func box(
        _ scaleX: Double, _ scaleY: Double, _ rotation: Double, _ tx: Double, _ ty: Double
    ) -> Plain {
        Plain(
            a: cos(rotation) * scaleX, b: sin(rotation) * scaleY, c: -sin(rotation) * scaleX, d: cos(rotation) * scaleY,
            tx: tx, ty: ty)
    }

    private static func createBox(_ call: Call) throws(ScriptError) -> Value {
        let (x, y) = (try call.machine.toNumber(call[0]), try call.machine.toNumber(call[1]))
        let rotation = try call.machine.toNumber(call[2])
        let (tx, ty) = (try argument(call, 3, 0), try argument(call, 4, 0))
        return try apply(call) { (_) in box(x, y, rotation, tx, ty) }
    }

    /// A box for a gradient square, which is 1638.4 pixels wide.
    private static func createGradientBox(_ call: Call) throws(ScriptError) -> Value {
        let (width, height) = (try call.machine.toNumber(call[0]), try call.machine.toNumber(call[1]))
        let rotation = try argument(call, 2, 0)
        let (tx, ty) = (try argument(call, 3, 0), try argument(call, 4, 0))
        return try apply(call) { (_) in
            box(width / 1638.4, height / 1638.4, rotation, tx + width / 2, ty + height / 2)
        }
    }

    private static func clone(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let m = call.machine
        return try m.instance(
            of: "Matrix", package: package,
            [
                try m.get(this, "a"), try m.get(this, "b"), try m.get(this, "c"), try m.get(this, "d"),
                try m.get(this, "tx"), try m.get(this, "ty"),
            ])
    }

    private static func identity(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        try set(this, Plain(), call.machine)
        return .undefined
    }

    private static func rotate(_ call: Call) throws(ScriptError) -> Value {
        let angle = try call.machine.toNumber(call[0])
        let turn = Plain(a: cos(angle), b: sin(angle), c: -sin(angle), d: cos(angle))
        return try apply(call) { (m) in m.followed(by: turn) }
    }

    private static func translate(_ call: Call) throws(ScriptError) -> Value {
        let (x, y) = (try call.machine.toNumber(call[0]), try call.machine.toNumber(call[1]))
        return try apply(call) { (m) in
            Plain(a: m.a, b: m.b, c: m.c, d: m.d, tx: m.tx + x, ty: m.ty + y)
        }
    }

    private static func scale(_ call: Call) throws(ScriptError) -> Value {
        let (x, y) = (try call.machine.toNumber(call[0]), try call.machine.toNumber(call[1]))
        return try apply(call) { (m) in m.followed(by: Plain(a: x, b: 0, c: 0, d: y)) }
    }

    private static func transformPoint(_ call: Call) throws(ScriptError) -> Value { try transform(call, moves: true) }
    private static func deltaTransformPoint(_ call: Call) throws(ScriptError) -> Value {
        try transform(call, moves: false)
    }

    private static func transform(_ call: Call, moves: Bool) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        // What is no point gives one that is nowhere.
        guard call[0].isObject else { return try PointClass.make(.nan, .nan, call.machine) }
        let m = try plain(this, call.machine)
        let (x, y) = try PointClass.coordinates(call[0], call.machine)
        return try PointClass.make(
            Value(m.a * x + m.c * y + (moves ? m.tx : 0)), Value(m.b * x + m.d * y + (moves ? m.ty : 0)), call.machine)
    }

    private static func toString(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        var parts: [String] = []
        for name in names { parts.append("\(name)=" + (try call.machine.text(this, name))) }
        return call.machine.string("(" + parts.joined(separator: ", ") + ")")
    }
}
