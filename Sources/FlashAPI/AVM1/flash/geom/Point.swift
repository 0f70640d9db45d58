import AVM
import AVM1
import Glibc

/// `flash.geom.Point`.
///
/// Flash has written the classes of this package in ActionScript: `+` joins texts, and nothing is hidden.
enum PointClass {
    static let package = "flash.geom"

    private static let methods: [NativeMethod] = [
        NativeMethod("clone", clone, []),
        NativeMethod("offset", offset, []),
        NativeMethod("equals", equals, []),
        NativeMethod("subtract", subtract, []),
        NativeMethod("add", add, []),
        NativeMethod("normalize", normalize, []),
        NativeMethod("toString", toString, []),
    ]
    private static let properties: [NativeProperty] = [NativeProperty("length", get: length, [])]
    private static let staticMethods: [NativeMethod] = [
        NativeMethod("distance", distance, []),
        NativeMethod("polar", polar, []),
        NativeMethod("interpolate", interpolate, []),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("Point", constructor: construct)
        row.methods = methods
        row.properties = properties
        row.staticMethods = staticMethods
        machine.prototypes.others["Point"] = machine.install(row, package: package).prototype
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        try call.machine.set(this, "x", call.count == 0 ? .zero : call[0])
        try call.machine.set(this, "y", call.count == 0 ? .zero : call[1])
        return call.this
    }

    /// A new point.
    static func make(_ x: Value, _ y: Value, _ machine: Machine) throws(ScriptError) -> Value {
        try machine.instance(of: "Point", package: package, [x, y])
    }

    /// The coordinates of anything that has `x` and `y`.
    static func coordinates(_ value: Value, _ machine: Machine) throws(ScriptError) -> (x: Double, y: Double) {
        guard let object = machine.toObject(value) else { return (.nan, .nan) }
        return (try machine.number(object, "x"), try machine.number(object, "y"))
    }

    /// `x` and `y` of anything as they are, undefined where there are none.
    private static func fields(_ value: Value, _ machine: Machine) throws(ScriptError) -> (x: Value, y: Value) {
        guard let object = machine.toObject(value) else { return (.undefined, .undefined) }
        return (try machine.get(object, "x"), try machine.get(object, "y"))
    }

    private static func make(_ x: Double, _ y: Double, _ call: Call) throws(ScriptError) -> Value {
        try make(Value(x), Value(y), call.machine)
    }

    private static func length(_ call: Call) throws(ScriptError) -> Value {
        let (x, y) = try coordinates(call.this, call.machine)
        return Value((x * x + y * y).squareRoot())
    }

    private static func clone(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        return try make(try call.machine.get(this, "x"), try call.machine.get(this, "y"), call.machine)
    }

    private static func offset(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let (x, y) = try fields(call.this, call.machine)
        try call.machine.set(this, "x", try call.machine.sum(x, call[0]))
        try call.machine.set(this, "y", try call.machine.sum(y, call[1]))
        return .undefined
    }

    private static func equals(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, let other = call[0].object,
            let prototype = call.machine.prototypes.others["Point"], isInChain(prototype, of: other)
        else { return .false }
        let machine = call.machine
        let sameX = try machine.isEqual(try machine.get(this, "x"), try machine.get(other, "x"))
        let sameY = try machine.isEqual(try machine.get(this, "y"), try machine.get(other, "y"))
        return Value(sameX && sameY)
    }

    /// Whether a prototype is in the chain of an object.
    static func isInChain(_ prototype: Object, of object: Object) -> Bool {
        var next = object.proto.object
        for _ in 0..<255 {
            guard let holder = next else { return false }
            if holder == prototype { return true }
            next = holder.proto.object
        }
        return false
    }

    private static func add(_ call: Call) throws(ScriptError) -> Value {
        let (a, b) = (try fields(call.this, call.machine), try fields(call[0], call.machine))
        return try make(try call.machine.sum(a.x, b.x), try call.machine.sum(a.y, b.y), call.machine)
    }

    private static func subtract(_ call: Call) throws(ScriptError) -> Value {
        let (a, b) = (try coordinates(call.this, call.machine), try coordinates(call[0], call.machine))
        return try make(a.x - b.x, a.y - b.y, call)
    }

    private static func normalize(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let current = try call.machine.number(this, "length")
        guard current > 0, current.isFinite else { return .undefined }
        let (x, y) = try coordinates(call.this, call.machine)
        let wanted = try call.machine.toNumber(call[0])
        try call.machine.setNumbers(this, [("x", x / current * wanted), ("y", y / current * wanted)])
        return .undefined
    }

    private static func toString(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let (x, y) = (try call.machine.text(this, "x"), try call.machine.text(this, "y"))
        return call.machine.string("(x=\(x), y=\(y))")
    }

    private static func distance(_ call: Call) throws(ScriptError) -> Value {
        guard let a = call.machine.toObject(call[0]) else { return .undefined }
        let difference = try call.machine.callMethod(a, "subtract", [call[1]])
        return try difference.object.map { (d) throws(ScriptError) in try call.machine.get(d, "length") } ?? .undefined
    }

    private static func polar(_ call: Call) throws(ScriptError) -> Value {
        let (length, angle) = (try call.machine.toNumber(call[0]), try call.machine.toNumber(call[1]))
        return try make(length * cos(angle), length * sin(angle), call)
    }

    private static func interpolate(_ call: Call) throws(ScriptError) -> Value {
        let (a, b) = (try coordinates(call[0], call.machine), try coordinates(call[1], call.machine))
        let start = try fields(call[1], call.machine)
        let f = try call.machine.toNumber(call[2])
        return try make(
            try call.machine.sum(start.x, Value((a.x - b.x) * f)),
            try call.machine.sum(start.y, Value((a.y - b.y) * f)),
            call.machine)
    }
}
