import AVM
import AVM2

/// `flash.geom.Rectangle`: slots x, y, width, height.
enum RectangleClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.geom.Rectangle",
            constructor: "(x:Number = 0, y:Number = 0, width:Number = 0, height:Number = 0)")
        table.members = { members }
        table.initialize = setTo
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(slot: "x", ":Number"),
        NativeMember(slot: "y", ":Number"),
        NativeMember(slot: "width", ":Number"),
        NativeMember(slot: "height", ":Number"),
        NativeMember(property: "left", ":Number", get: left, set: setLeft),
        NativeMember(property: "right", ":Number", get: right, set: setRight),
        NativeMember(property: "top", ":Number", get: top, set: setTop),
        NativeMember(property: "bottom", ":Number", get: bottom, set: setBottom),
        NativeMember(property: "topLeft", ":flash.geom.Point", get: topLeft, set: setTopLeft),
        NativeMember(property: "bottomRight", ":flash.geom.Point", get: bottomRight, set: setBottomRight),
        NativeMember(property: "size", ":flash.geom.Point", get: size, set: setSize),
        NativeMember(method: "clone", "():flash.geom.Rectangle", clone),
        NativeMember(method: "isEmpty", "():Boolean", isEmpty),
        NativeMember(method: "setEmpty", "():void", setEmpty),
        NativeMember(method: "inflate", "(dx:Number, dy:Number):void", inflate),
        NativeMember(method: "inflatePoint", "(point:flash.geom.Point):void", inflatePoint),
        NativeMember(method: "offset", "(dx:Number, dy:Number):void", offset),
        NativeMember(method: "offsetPoint", "(point:flash.geom.Point):void", offsetPoint),
        NativeMember(method: "contains", "(x:Number, y:Number):Boolean", contains),
        NativeMember(method: "containsPoint", "(point:flash.geom.Point):Boolean", containsPoint),
        NativeMember(method: "containsRect", "(rect:flash.geom.Rectangle):Boolean", containsRect),
        NativeMember(
            method: "intersection", "(toIntersect:flash.geom.Rectangle):flash.geom.Rectangle", intersection),
        NativeMember(method: "intersects", "(toIntersect:flash.geom.Rectangle):Boolean", intersects),
        NativeMember(method: "union", "(toUnion:flash.geom.Rectangle):flash.geom.Rectangle", union),
        NativeMember(method: "equals", "(toCompare:flash.geom.Rectangle):Boolean", equals),
        NativeMember(method: "copyFrom", "(sourceRect:flash.geom.Rectangle):void", copyFrom),
        NativeMember(method: "setTo", "(xa:Number, ya:Number, widtha:Number, heighta:Number):void", setTo),
        NativeMember(method: "toString", "():String", toString),
    ]

    private static func setTo(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setNumbers(call.number(0), call.number(1), call.number(2), call.number(3))
        return .undefined
    }

    // MARK: Edges

    private static func left(_ call: NativeCall) throws(ScriptError) -> Value { call.slot(0) }
    private static func top(_ call: NativeCall) throws(ScriptError) -> Value { call.slot(1) }

    private static func right(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(double: call.number(slot: 0) + call.number(slot: 2))
    }

    private static func bottom(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(double: call.number(slot: 1) + call.number(slot: 3))
    }

    private static func setLeft(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        own[2] += own[0] - call.number(0)
        own[0] = call.number(0)
        return .undefined
    }

    private static func setTop(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        own[3] += own[1] - call.number(0)
        own[1] = call.number(0)
        return .undefined
    }

    private static func setRight(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        own[2] = call.number(0) - own[0]
        return .undefined
    }

    private static func setBottom(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        own[3] = call.number(0) - own[1]
        return .undefined
    }

    private static func topLeft(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try call.machine.makePoint(call.number(slot: 0), call.number(slot: 1)))
    }

    private static func setTopLeft(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let point = try call.numbers(of: 0)
        own[2] += own[0] - point[0]
        own[3] += own[1] - point[1]
        own[0] = point[0]
        own[1] = point[1]
        return .undefined
    }

    private static func bottomRight(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        return Value(try call.machine.makePoint(own[0] + own[2], own[1] + own[3]))
    }

    private static func setBottomRight(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let point = try call.numbers(of: 0)
        own[2] = point[0] - own[0]
        own[3] = point[1] - own[1]
        return .undefined
    }

    private static func size(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try call.machine.makePoint(call.number(slot: 2), call.number(slot: 3)))
    }

    private static func setSize(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let point = try call.numbers(of: 0)
        own[2] = point[0]
        own[3] = point[1]
        return .undefined
    }

    // MARK: Changing

    private static func clone(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try copy(try call.ownNumbers, call))
    }

    private static func copy(_ from: NumberSlots, _ call: NativeCall) throws(ScriptError) -> Object {
        try call.machine.makeRectangle(from[0], from[1], from[2], from[3])
    }

    private static func setEmpty(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setNumbers(0, 0, 0, 0)
        return .undefined
    }

    private static func inflate(_ call: NativeCall, _ dx: Double, _ dy: Double) throws(ScriptError) {
        let own = try call.ownNumbers
        own[0] -= dx
        own[2] += 2 * dx
        own[1] -= dy
        own[3] += 2 * dy
    }

    private static func inflate(_ call: NativeCall) throws(ScriptError) -> Value {
        try inflate(call, call.number(0), call.number(1))
        return .undefined
    }

    private static func inflatePoint(_ call: NativeCall) throws(ScriptError) -> Value {
        let point = try call.numbers(of: 0)
        try inflate(call, point[0], point[1])
        return .undefined
    }

    private static func offset(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        own[0] += call.number(0)
        own[1] += call.number(1)
        return .undefined
    }

    private static func offsetPoint(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let point = try call.numbers(of: 0)
        own[0] += point[0]
        own[1] += point[1]
        return .undefined
    }

    private static func copyFrom(_ call: NativeCall) throws(ScriptError) -> Value {
        let from = try call.numbers(of: 0)
        call.setNumbers(from[0], from[1], from[2], from[3])
        return .undefined
    }

    // MARK: Asking

    private static func isEmpty(_ numbers: NumberSlots) -> Bool { numbers[2] <= 0 || numbers[3] <= 0 }

    private static func isEmpty(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(isEmpty(try call.ownNumbers))
    }

    private static func contains(_ own: NumberSlots, _ x: Double, _ y: Double) -> Bool {
        x >= own[0] && x < own[0] + own[2] && y >= own[1] && y < own[1] + own[3]
    }

    private static func contains(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(contains(try call.ownNumbers, call.number(0), call.number(1)))
    }

    private static func containsPoint(_ call: NativeCall) throws(ScriptError) -> Value {
        let point = try call.numbers(of: 0)
        return Value(contains(try call.ownNumbers, point[0], point[1]))
    }

    private static func containsRect(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let other = try call.numbers(of: 0)
        let right = other[0] + other[2]
        let bottom = other[1] + other[3]
        let isInside = right > own[0] && right <= own[0] + own[2] && bottom > own[1] && bottom <= own[1] + own[3]
        return Value(contains(own, other[0], other[1]) && isInside)
    }

    /// Nil: there is none.
    private static func intersection(
        _ a: NumberSlots, _ b: NumberSlots
    ) -> (x: Double, y: Double, width: Double, height: Double)? {
        guard !isEmpty(a), !isEmpty(b) else { return nil }
        let x = max(a[0], b[0])
        let y = max(a[1], b[1])
        let width = min(a[0] + a[2], b[0] + b[2]) - x
        let height = min(a[1] + a[3], b[1] + b[3]) - y
        return width <= 0 || height <= 0 ? nil : (x, y, width, height)
    }

    private static func intersection(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let found = intersection(try call.ownNumbers, try call.numbers(of: 0)) else {
            return Value(try call.machine.makeRectangle(0, 0, 0, 0))
        }
        return Value(try call.machine.makeRectangle(found.x, found.y, found.width, found.height))
    }

    private static func intersects(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(intersection(try call.ownNumbers, try call.numbers(of: 0)) != nil)
    }

    private static func union(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let other = try call.numbers(of: 0)
        if isEmpty(own) { return Value(try copy(other, call)) }
        if isEmpty(other) { return Value(try copy(own, call)) }
        /// The larger, or no number where one of them is none.
        func larger(_ a: Double, _ b: Double) -> Double { a.isNaN || b.isNaN ? .nan : max(a, b) }
        let x = -larger(-own[0], -other[0])
        let y = -larger(-own[1], -other[1])
        return Value(
            try call.machine.makeRectangle(
                x, y, larger(own[0] + own[2], other[0] + other[2]) - x, larger(own[1] + own[3], other[1] + other[3]) - y
            ))
    }

    private static func equals(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.ownNumbers
        let other = try call.numbers(of: 0)
        return Value((0..<4).allSatisfy { own[$0] == other[$0] })
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        try call.describe(["x", "y", "w", "h"])
    }
}
