import AVM
import AVM2
import Glibc

/// `flash.geom.Matrix3D`.
enum Matrix3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.geom.Matrix3D", constructor: "(v:Vector.<Number> = null)")
        table.members = { members }
        table.staticMembers = {
            [
                NativeMember(
                    method: "interpolate",
                    """
                    (thisMat:flash.geom.Matrix3D, toMat:flash.geom.Matrix3D, percent:Number):flash.geom.Matrix3D
                    """, interpolate)
            ]
        }
        table.initialize = initialize
        table.makeState = { _, _ in Matrix3DState() }
        table.since = 10
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(property: "rawData", ":Vector.<Number>", get: rawData, set: setRawData),
        NativeMember(property: "position", ":flash.geom.Vector3D", get: position, set: setPosition),
        NativeMember(get: "determinant", ":Number") { (call) throws(ScriptError) in
            Value(double: try call.state(Matrix3DState.self).determinant)
        },
        NativeMember(method: "clone", "():flash.geom.Matrix3D") { (call) throws(ScriptError) in
            Value(try make(try call.state(Matrix3DState.self).m, call))
        },
        NativeMember(method: "copyToMatrix3D", "(dest:flash.geom.Matrix3D):void") { (call) throws(ScriptError) in
            try matrix(0, call).m = try call.state(Matrix3DState.self).m
            return .undefined
        },
        NativeMember(method: "copyFrom", "(sourceMatrix3D:flash.geom.Matrix3D):void") { (call) throws(ScriptError) in
            try call.state(Matrix3DState.self).m = try matrix(0, call).m
            return .undefined
        },
        NativeMember(
            method: "copyRawDataFrom", "(vector:Vector.<Number>, index:uint = 0, transpose:Boolean = false):void",
            copyRawDataFrom),
        NativeMember(
            method: "copyRawDataTo", "(vector:Vector.<Number>, index:uint = 0, transpose:Boolean = false):void",
            copyRawDataTo),
        NativeMember(method: "copyRowTo", "(row:uint, vector3D:flash.geom.Vector3D):void", copyRowTo),
        NativeMember(method: "copyRowFrom", "(row:uint, vector3D:flash.geom.Vector3D):void", copyRowFrom),
        NativeMember(method: "copyColumnTo", "(column:uint, vector3D:flash.geom.Vector3D):void", copyColumnTo),
        NativeMember(method: "copyColumnFrom", "(column:uint, vector3D:flash.geom.Vector3D):void", copyColumnFrom),
        NativeMember(method: "append", "(lhs:flash.geom.Matrix3D):void") { (call) throws(ScriptError) in
            try append(try matrix(0, call).m, call)
        },
        NativeMember(method: "prepend", "(rhs:flash.geom.Matrix3D):void") { (call) throws(ScriptError) in
            try prepend(try matrix(0, call).m, call)
        },
        NativeMember(method: "appendTranslation", "(x:Number, y:Number, z:Number):void") {
            (call) throws(ScriptError) in
            try append(Matrix3DState.translation(call.number(0), call.number(1), call.number(2)), call)
        },
        NativeMember(method: "prependTranslation", "(x:Number, y:Number, z:Number):void") {
            (call) throws(ScriptError) in
            try prepend(Matrix3DState.translation(call.number(0), call.number(1), call.number(2)), call)
        },
        NativeMember(method: "appendScale", "(xScale:Number, yScale:Number, zScale:Number):void") {
            (call) throws(ScriptError) in
            try append(Matrix3DState.scale(call.number(0), call.number(1), call.number(2)), call)
        },
        NativeMember(method: "prependScale", "(xScale:Number, yScale:Number, zScale:Number):void") {
            (call) throws(ScriptError) in
            try prepend(Matrix3DState.scale(call.number(0), call.number(1), call.number(2)), call)
        },
        NativeMember(
            method: "appendRotation",
            "(degrees:Number, axis:flash.geom.Vector3D, pivotPoint:flash.geom.Vector3D = null):void"
        ) { (call) throws(ScriptError) in try append(try rotation(call), call) },
        NativeMember(
            method: "prependRotation",
            "(degrees:Number, axis:flash.geom.Vector3D, pivotPoint:flash.geom.Vector3D = null):void"
        ) { (call) throws(ScriptError) in try prepend(try rotation(call), call) },
        NativeMember(method: "identity", "():void") { (call) throws(ScriptError) in
            try call.state(Matrix3DState.self).m = Matrix3DState.identity
            return .undefined
        },
        NativeMember(method: "invert", "():Boolean") { (call) throws(ScriptError) in
            Value(try call.state(Matrix3DState.self).invert())
        },
        NativeMember(method: "transpose", "():void") { (call) throws(ScriptError) in
            try call.state(Matrix3DState.self).transpose()
            return .undefined
        },
        NativeMember(method: "transformVector", "(v:flash.geom.Vector3D):flash.geom.Vector3D") {
            (call) throws(ScriptError) in try transform(call, w: 1)
        },
        NativeMember(method: "deltaTransformVector", "(v:flash.geom.Vector3D):flash.geom.Vector3D") {
            (call) throws(ScriptError) in try transform(call, w: 0)
        },
        NativeMember(method: "transformVectors", "(vin:Vector.<Number>, vout:Vector.<Number>):void", transformVectors),
        NativeMember(
            method: "decompose", "(orientationStyle:String = \"eulerAngles\"):Vector.<flash.geom.Vector3D>", decompose),
        NativeMember(
            method: "recompose",
            "(components:Vector.<flash.geom.Vector3D>, orientationStyle:String = \"eulerAngles\"):Boolean", recompose),
        NativeMember(
            method: "pointAt",
            "(pos:flash.geom.Vector3D, at:flash.geom.Vector3D = null, up:flash.geom.Vector3D = null):void", pointAt),
        NativeMember(method: "interpolateTo", "(toMat:flash.geom.Matrix3D, percent:Number):void", interpolateTo),
    ]

    // MARK: Helpers

    static func make(_ numbers: [Float], _ call: NativeCall) throws(ScriptError) -> Object {
        let made = try call.machine.make("flash.geom.Matrix3D")
        made.native(as: Matrix3DState.self)?.m = numbers
        return made
    }

    static func matrix(_ index: Int, _ call: NativeCall) throws(ScriptError) -> Matrix3DState {
        guard let state = call.object(index)?.native(as: Matrix3DState.self) else {
            throw call.machine.nullReference(.null)
        }
        return state
    }

    static func vector(_ index: Int, _ call: NativeCall) throws(ScriptError) -> VectorState {
        guard let state = call.object(index)?.native(as: VectorState.self) else {
            throw call.machine.nullReference(.null)
        }
        return state
    }

    private static func append(_ other: [Float], _ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.state(Matrix3DState.self)
        own.m = Matrix3DState.product(other, own.m)
        return .undefined
    }

    private static func prepend(_ other: [Float], _ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.state(Matrix3DState.self)
        own.m = Matrix3DState.product(own.m, other)
        return .undefined
    }

    private static func rotation(_ call: NativeCall) throws(ScriptError) -> [Float] {
        let axis = try call.numbers(of: 1)
        var pivot = (0.0, 0.0, 0.0)
        if call[2].isObject {
            let point = try call.numbers(of: 2)
            pivot = (point[0], point[1], point[2])
        }
        return Matrix3DState.rotation(degrees: call.number(0), axis[0], axis[1], axis[2], pivot: pivot)
    }

    // MARK: Numbers in and out

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let vector = call.object(0)?.native(as: VectorState.self), vector.count == 16 else { return .undefined }
        try call.state(Matrix3DState.self).m = (0..<16).map { Float(vector.elements[$0].number ?? .nan) }
        return .undefined
    }

    private static func rawData(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try call.machine.makeNumberVector(try call.state(Matrix3DState.self).m.map { Double($0) }))
    }

    private static func setRawData(_ call: NativeCall) throws(ScriptError) -> Value {
        let vector = try vector(0, call)
        guard vector.count >= 16 else { throw call.machine.makeError(.argument, 2004) }
        try call.state(Matrix3DState.self).m = (0..<16).map { Float(vector.elements[$0].number ?? .nan) }
        return .undefined
    }

    private static func copyRawDataFrom(_ call: NativeCall) throws(ScriptError) -> Value {
        let vector = try vector(0, call)
        let start = Int(call.uint(1))
        guard vector.count >= 16, start <= vector.count - 16 else { throw call.machine.makeError(.argument, 2004) }
        let own = try call.state(Matrix3DState.self)
        own.m = (0..<16).map { Float(vector.elements[start + $0].number ?? .nan) }
        if call.bool(2) { own.transpose() }
        return .undefined
    }

    private static func copyRawDataTo(_ call: NativeCall) throws(ScriptError) -> Value {
        let vector = try vector(0, call)
        let start = Int(call.uint(1))
        let own = try call.state(Matrix3DState.self)
        if vector.count < start + 16 { try vector.setCount(start + 16, call.machine) }
        for index in 0..<16 {
            let from = call.bool(2) ? (index & 3) * 4 + index >> 2 : index
            vector.elements[start + index] = Value(double: Double(own.m[from]))
        }
        return .undefined
    }

    private static func position(_ call: NativeCall) throws(ScriptError) -> Value {
        let m = try call.state(Matrix3DState.self).m
        return Value(try call.machine.makeVector3D(Double(m[12]), Double(m[13]), Double(m[14])))
    }

    private static func setPosition(_ call: NativeCall) throws(ScriptError) -> Value {
        let point = try call.numbers(of: 0)
        let own = try call.state(Matrix3DState.self)
        for axis in 0..<3 { own.m[12 + axis] = Float(point[axis]) }
        return .undefined
    }

    /// Copies four numbers between the matrix, from `start` in steps of `step`, and the vector's x, y, z, w.
    private static func copy(
        _ call: NativeCall, rows: Bool, toVector: Bool
    ) throws(ScriptError) -> Value {
        let own = try call.state(Matrix3DState.self)
        let vector = try call.numbers(of: 1)
        let place = Int(call.uint(0))
        guard place < 4 else { throw call.machine.makeError(.argument, 2004) }
        for index in 0..<4 {
            let number = rows ? index * 4 + place : place * 4 + index
            if toVector { vector[index] = Double(own.m[number]) } else { own.m[number] = Float(vector[index]) }
        }
        return .undefined
    }

    private static func copyRowTo(_ call: NativeCall) throws(ScriptError) -> Value {
        try copy(call, rows: true, toVector: true)
    }
    private static func copyRowFrom(_ call: NativeCall) throws(ScriptError) -> Value {
        try copy(call, rows: true, toVector: false)
    }
    private static func copyColumnTo(_ call: NativeCall) throws(ScriptError) -> Value {
        try copy(call, rows: false, toVector: true)
    }
    private static func copyColumnFrom(_ call: NativeCall) throws(ScriptError) -> Value {
        try copy(call, rows: false, toVector: false)
    }

    // MARK: Using it

    private static func transform(_ call: NativeCall, w: Double) throws(ScriptError) -> Value {
        let v = try call.numbers(of: 0)
        let (x, y, z, rw) = try call.state(Matrix3DState.self).transform(v[0], v[1], v[2], w: w)
        return Value(try call.machine.makeVector3D(x, y, z, rw))
    }

    private static func transformVectors(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.state(Matrix3DState.self)
        let from = try vector(0, call)
        let to = try vector(1, call)
        let count = from.count / 3
        if to.count < count * 3 { try to.setCount(count * 3, call.machine) }
        for index in 0..<count where to.count >= (index + 1) * 3 {
            func number(_ offset: Int) -> Double { from.elements[index * 3 + offset].number ?? .nan }
            let (x, y, z, _) = own.transform(number(0), number(1), number(2), w: 1)
            to.elements[index * 3] = Value(double: x)
            to.elements[index * 3 + 1] = Value(double: y)
            to.elements[index * 3 + 2] = Value(double: z)
        }
        return .undefined
    }

    private static func style(_ index: Int, _ call: NativeCall) throws(ScriptError) -> Matrix3DParts.Style {
        guard let text = call.string(index)?.text else {
            throw call.machine.makeError(.type, 2007, ["orientationStyle"])
        }
        guard let style = Matrix3DParts.Style(rawValue: text) else { throw call.machine.makeError(.error, 2187) }
        return style
    }

    private static func decompose(_ call: NativeCall) throws(ScriptError) -> Value {
        let style = try style(0, call)
        let parts = Matrix3DParts(try call.state(Matrix3DState.self), style)
        guard let traits = call.machine.traits(named: "flash.geom.Vector3D") else { return .null }
        let (object, state) = try call.machine.makeVector(of: .instance(traits), count: 3)
        let vectors = [parts.translation + [0], parts.rotation, parts.scale + [0]]
        for (index, v) in vectors.enumerated() {
            state.elements[index] = Value(
                try call.machine.makeVector3D(Double(v[0]), Double(v[1]), Double(v[2]), Double(v[3])))
        }
        return Value(object)
    }

    private static func recompose(_ call: NativeCall) throws(ScriptError) -> Value {
        let style = try style(1, call)
        let vectors = try vector(0, call)
        guard vectors.count >= 3 else { return .false }
        var numbers: [[Float]] = []
        for index in 0..<3 {
            guard let slots = vectors.elements[index].object.map({ NumberSlots(slots: $0.cell.slots) }) else {
                return .false
            }
            numbers.append((0..<4).map { Float(slots[$0]) })
        }
        var parts = Matrix3DParts()
        parts.translation = Array(numbers[0][0..<3])
        parts.rotation = numbers[1]
        parts.scale = Array(numbers[2][0..<3])
        try call.state(Matrix3DState.self).m = parts.matrix(style)
        return .true
    }

    /// Turns the matrix so that its `at` direction looks at a point; `up` stays as near to above as it can.
    private static func pointAt(_ call: NativeCall) throws(ScriptError) -> Value {
        func direction(_ index: Int, _ standard: [Float]) throws(ScriptError) -> [Float] {
            guard call[index].isObject else { return standard }
            let v = try call.numbers(of: index)
            return [Float(v[0]), Float(v[1]), Float(v[2])]
        }
        func cross(_ a: [Float], _ b: [Float]) -> [Float] {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        }
        func normal(_ v: [Float]) -> [Float] {
            let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).squareRoot()
            return length == 0 ? v : v.map { $0 / length }
        }
        let own = try call.state(Matrix3DState.self)
        let target = try direction(0, [0, 0, 0])
        let at = normal(try direction(1, [0, 0, -1]))
        let up = normal(try direction(2, [0, -1, 0]))
        let scale = Matrix3DParts(own, .quaternion).scale
        let look = normal((0..<3).map { target[$0] - own.m[12 + $0] })
        // Two frames of axes: that of the matrix's own directions, and where they are to go.
        let side = normal(cross(up, at))
        let from = [side, cross(at, side), at]
        let newSide = normal(cross(up, look))
        let to = [newSide, cross(look, newSide), look]
        for column in 0..<3 {
            for row in 0..<3 {
                var sum: Float = 0
                for axis in 0..<3 { sum += to[axis][row] * from[axis][column] }
                own.m[column * 4 + row] = sum * scale[column]
            }
        }
        return .undefined
    }

    private static func between(
        _ a: Matrix3DState, _ b: Matrix3DState, _ share: Double
    ) -> [Float] {
        Matrix3DParts.between(Matrix3DParts(a, .quaternion), Matrix3DParts(b, .quaternion), Float(share))
            .matrix(.quaternion)
    }

    private static func interpolate(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try make(between(try matrix(0, call), try matrix(1, call), call.number(2)), call))
    }

    private static func interpolateTo(_ call: NativeCall) throws(ScriptError) -> Value {
        let own = try call.state(Matrix3DState.self)
        own.m = between(own, try matrix(0, call), call.number(1))
        return .undefined
    }
}
