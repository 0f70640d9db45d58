import AVM
import AVM1

/// `flash.geom.Rectangle`.
enum RectangleClass {
    static let package = "flash.geom"

    /// A rectangle's fields as numbers.
    struct Box {
        var x, y, width, height: Double
        var right: Double { x + width }
        var bottom: Double { y + height }
        var isEmpty: Bool { !(width > 0 && height > 0) }
    }

    private static let methods: [NativeMethod] = [
        NativeMethod("clone", clone, []),
        NativeMethod("setEmpty", setEmpty, []),
        NativeMethod("isEmpty", isEmpty, []),
        NativeMethod("inflate", inflate, []),
        NativeMethod("inflatePoint", inflatePoint, []),
        NativeMethod("offset", offset, []),
        NativeMethod("offsetPoint", offsetPoint, []),
        NativeMethod("contains", contains, []),
        NativeMethod("containsPoint", containsPoint, []),
        NativeMethod("containsRectangle", containsRectangle, []),
        NativeMethod("intersection", intersection, []),
        NativeMethod("intersects", intersects, []),
        NativeMethod("union", union, []),
        NativeMethod("equals", equals, []),
        NativeMethod("toString", toString, []),
    ]

    private static let properties: [NativeProperty] = [
        NativeProperty("left", get: left, set: setLeft, []),
        NativeProperty("right", get: right, set: setRight, []),
        NativeProperty("top", get: top, set: setTop, []),
        NativeProperty("bottom", get: bottom, set: setBottom, []),
        NativeProperty("topLeft", get: topLeft, set: setTopLeft, []),
        NativeProperty("bottomRight", get: bottomRight, set: setBottomRight, []),
        NativeProperty("size", get: size, set: setSize, []),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("Rectangle", constructor: construct)
        row.methods = methods
        row.properties = properties
        machine.prototypes.others["Rectangle"] = machine.install(row, package: package).prototype
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let names: [StaticString] = ["x", "y", "width", "height"]
        for (index, name) in names.enumerated() {
            try call.machine.set(this, name, call.count == 0 ? .zero : call[index])
        }
        return call.this
    }

    /// The fields of anything that has `x`, `y`, `width` and `height`. Nil where it is no object.
    static func box(_ value: Value, _ machine: Machine) throws(ScriptError) -> Box? {
        guard let object = value.object else { return nil }
        return Box(
            x: try machine.number(object, "x"), y: try machine.number(object, "y"),
            width: try machine.number(object, "width"), height: try machine.number(object, "height"))
    }

    static func make(_ box: Box, _ machine: Machine) throws(ScriptError) -> Value {
        try machine.instance(
            of: "Rectangle", package: package, [Value(box.x), Value(box.y), Value(box.width), Value(box.height)])
    }

    // MARK: The whole

    private static func clone(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let machine = call.machine
        return try machine.instance(
            of: "Rectangle", package: package,
            [
                try machine.get(this, "x"), try machine.get(this, "y"), try machine.get(this, "width"),
                try machine.get(this, "height"),
            ])
    }

    private static func setEmpty(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        try call.machine.setNumbers(this, [("x", 0), ("y", 0), ("width", 0), ("height", 0)])
        return .undefined
    }

    private static func isEmpty(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let (width, height) = (try call.machine.number(this, "width"), try call.machine.number(this, "height"))
        return Value(!(width > 0 && height > 0))
    }

    private static func equals(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, let other = call[0].object,
            let prototype = call.machine.prototypes.others["Rectangle"],
            PointClass.isInChain(prototype, of: other)
        else { return .false }
        let names: [StaticString] = ["x", "y", "width", "height"]
        for name in names {
            let (a, b) = (try call.machine.get(this, name), try call.machine.get(other, name))
            if try !call.machine.isEqual(a, b) { return .false }
        }
        return .true
    }

    private static func toString(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let m = call.machine
        let (x, y) = (try m.text(this, "x"), try m.text(this, "y"))
        let (width, height) = (try m.text(this, "width"), try m.text(this, "height"))
        return m.string("(x=\(x), y=\(y), w=\(width), h=\(height))")
    }

    // MARK: Growing and moving

    private static func inflate(_ call: Call, _ dx: Double, _ dy: Double) throws(ScriptError) -> Value {
        guard let this = call.this.object, let box = try box(call.this, call.machine) else { return .undefined }
        try call.machine.setNumbers(
            this,
            [("x", box.x - dx), ("y", box.y - dy), ("width", box.width + dx * 2), ("height", box.height + dy * 2)])
        return .undefined
    }

    private static func inflate(_ call: Call) throws(ScriptError) -> Value {
        try inflate(call, try call.machine.toNumber(call[0]), try call.machine.toNumber(call[1]))
    }

    private static func inflatePoint(_ call: Call) throws(ScriptError) -> Value {
        let (dx, dy) = try PointClass.coordinates(call[0], call.machine)
        return try inflate(call, dx, dy)
    }

    private static func offset(_ call: Call, _ dx: Double, _ dy: Double) throws(ScriptError) -> Value {
        guard let this = call.this.object, let box = try box(call.this, call.machine) else { return .undefined }
        try call.machine.setNumbers(this, [("x", box.x + dx), ("y", box.y + dy)])
        return .undefined
    }

    private static func offset(_ call: Call) throws(ScriptError) -> Value {
        try offset(call, try call.machine.toNumber(call[0]), try call.machine.toNumber(call[1]))
    }

    private static func offsetPoint(_ call: Call) throws(ScriptError) -> Value {
        let (dx, dy) = try PointClass.coordinates(call[0], call.machine)
        return try offset(call, dx, dy)
    }

    // MARK: Containing

    /// As `x >= left && x < right && y >= top && y < bottom` in ActionScript: the first that is not true is the answer,
    /// and texts compare as texts.
    private static func contains(_ call: Call, _ x: Value, _ y: Value) throws(ScriptError) -> Value {
        guard call.this.isObject else { return .undefined }
        let machine = call.machine
        var result = Value.true
        for (value, near, far) in [(x, "x", "width"), (y, "y", "height")] as [(Value, StaticString, StaticString)] {
            let isBefore = try machine.isLess(value, than: try get(call, near))
            if machine.toBool(isBefore) { return .false }
            result = try machine.isLess(value, than: try sum(call, near, far))
            if !machine.toBool(result) { return result }
        }
        return result
    }

    private static func contains(_ call: Call) throws(ScriptError) -> Value { try contains(call, call[0], call[1]) }

    private static func containsPoint(_ call: Call) throws(ScriptError) -> Value {
        let (x, y) = try point(call)
        return try contains(call, x, y)
    }

    private static func containsRectangle(_ call: Call) throws(ScriptError) -> Value {
        guard let other = try box(call[0], call.machine), let this = try box(call.this, call.machine) else {
            return .undefined
        }
        let values = [other.x, other.y, other.right, other.bottom]
        if values.contains(where: \.isNaN) { return .undefined }
        return Value(
            other.x >= this.x && other.right <= this.right && other.y >= this.y && other.bottom <= this.bottom
                && other.x < this.right && other.y < this.bottom)
    }

    private static func overlap(_ a: Box, _ b: Box) -> Box {
        let (x, y) = (max(a.x, b.x), max(a.y, b.y))
        return Box(x: x, y: y, width: min(a.right, b.right) - x, height: min(a.bottom, b.bottom) - y)
    }

    private static func intersects(_ call: Call) throws(ScriptError) -> Value {
        guard let a = try box(call.this, call.machine), let b = try box(call[0], call.machine) else { return .false }
        if [b.x, b.y, b.width, b.height].contains(where: { $0.isNaN }) { return .false }
        return Value(!overlap(a, b).isEmpty)
    }

    private static func intersection(_ call: Call) throws(ScriptError) -> Value {
        let empty = Box(x: 0, y: 0, width: 0, height: 0)
        guard let a = try box(call.this, call.machine), let b = try box(call[0], call.machine) else {
            return try make(empty, call.machine)
        }
        let both = overlap(a, b)
        let hasNaN = [a.right, a.bottom, b.right, b.bottom].contains(where: \.isNaN)
        return try make(both.isEmpty || hasNaN ? empty : both, call.machine)
    }

    private static func union(_ call: Call) throws(ScriptError) -> Value {
        guard let a = try box(call.this, call.machine) else { return .undefined }
        guard let b = try box(call[0], call.machine) else {
            return try make(Box(x: .nan, y: .nan, width: .nan, height: .nan), call.machine)
        }
        func lower(_ a: Double, _ b: Double) -> Double { a.isNaN ? b : b.isNaN ? a : min(a, b) }
        func upper(_ a: Double, _ b: Double) -> Double { a.isNaN || b.isNaN ? .nan : max(a, b) }
        if a.isEmpty && !a.width.isNaN && !a.height.isNaN { return try make(b, call.machine) }
        if b.isEmpty && !b.width.isNaN && !b.height.isNaN { return try make(a, call.machine) }
        let (x, y) = (lower(a.x, b.x), lower(a.y, b.y))
        return try make(
            Box(x: x, y: y, width: upper(a.right, b.right) - x, height: upper(a.bottom, b.bottom) - y), call.machine)
    }

    // MARK: Edges and corners

    private static func get(_ call: Call, _ name: StaticString) throws(ScriptError) -> Value {
        try call.this.object.map { (this) throws(ScriptError) in try call.machine.get(this, name) } ?? .undefined
    }

    /// The sum of two fields, as ActionScript adds them.
    private static func sum(_ call: Call, _ a: StaticString, _ b: StaticString) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        return try call.machine.sum(try call.machine.get(this, a), try call.machine.get(this, b))
    }

    private static func left(_ call: Call) throws(ScriptError) -> Value { try get(call, "x") }
    private static func top(_ call: Call) throws(ScriptError) -> Value { try get(call, "y") }
    private static func right(_ call: Call) throws(ScriptError) -> Value { try sum(call, "x", "width") }
    private static func bottom(_ call: Call) throws(ScriptError) -> Value { try sum(call, "y", "height") }

    /// Moves the near edge; the far one stays.
    private static func setNear(
        _ call: Call, _ place: StaticString, _ extent: StaticString, _ value: Value
    ) throws(ScriptError) {
        guard let this = call.this.object else { return }
        let old = try call.machine.number(this, place)
        let change = Value(old - (try call.machine.toNumber(value)))
        let size = try call.machine.sum(try call.machine.get(this, extent), change)
        try call.machine.set(this, place, value)
        try call.machine.set(this, extent, size)
    }

    private static func setFar(
        _ call: Call, _ place: StaticString, _ extent: StaticString, _ value: Value
    ) throws(ScriptError) {
        guard let this = call.this.object else { return }
        let near = try call.machine.number(this, place)
        try call.machine.set(this, extent, Value(try call.machine.toNumber(value) - near))
    }

    private static func setLeft(_ call: Call) throws(ScriptError) -> Value {
        try setNear(call, "x", "width", call[0])
        return .undefined
    }

    private static func setTop(_ call: Call) throws(ScriptError) -> Value {
        try setNear(call, "y", "height", call[0])
        return .undefined
    }

    private static func setRight(_ call: Call) throws(ScriptError) -> Value {
        try setFar(call, "x", "width", call[0])
        return .undefined
    }

    private static func setBottom(_ call: Call) throws(ScriptError) -> Value {
        try setFar(call, "y", "height", call[0])
        return .undefined
    }

    private static func topLeft(_ call: Call) throws(ScriptError) -> Value {
        try PointClass.make(try get(call, "x"), try get(call, "y"), call.machine)
    }

    private static func bottomRight(_ call: Call) throws(ScriptError) -> Value {
        try PointClass.make(try right(call), try bottom(call), call.machine)
    }

    private static func size(_ call: Call) throws(ScriptError) -> Value {
        try PointClass.make(try get(call, "width"), try get(call, "height"), call.machine)
    }

    /// `x` and `y` of a point given, undefined where it is none.
    private static func point(_ call: Call) throws(ScriptError) -> (x: Value, y: Value) {
        guard let object = call[0].object else { return (.undefined, .undefined) }
        return (try call.machine.get(object, "x"), try call.machine.get(object, "y"))
    }

    private static func setTopLeft(_ call: Call) throws(ScriptError) -> Value {
        let (x, y) = try point(call)
        try setNear(call, "x", "width", x)
        try setNear(call, "y", "height", y)
        return .undefined
    }

    private static func setBottomRight(_ call: Call) throws(ScriptError) -> Value {
        let (x, y) = try point(call)
        try setFar(call, "x", "width", x)
        try setFar(call, "y", "height", y)
        return .undefined
    }

    private static func setSize(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let (width, height) = try point(call)
        try call.machine.set(this, "width", width)
        try call.machine.set(this, "height", height)
        return .undefined
    }
}
