import AVM
import AVM2

/// `flash.geom.Utils3D`.
enum Utils3DClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.geom.Utils3D")
        table.staticMembers = {
            [
                NativeMember(
                    method: "projectVector", "(m:flash.geom.Matrix3D, v:flash.geom.Vector3D):flash.geom.Vector3D",
                    projectVector),
                NativeMember(
                    method: "projectVectors",
                    """
                    (m:flash.geom.Matrix3D, verts:Vector.<Number>, projectedVerts:Vector.<Number>, \
                    uvts:Vector.<Number>):void
                    """, projectVectors),
                NativeMember(
                    missing: "pointTowards",
                    """
                    (percent:Number, mat:flash.geom.Matrix3D, pos:flash.geom.Vector3D, \
                    at:flash.geom.Vector3D = null, up:flash.geom.Vector3D = null):flash.geom.Matrix3D
                    """),
            ]
        }
        table.since = 10
        return table
    }()

    private static func projectVector(_ call: NativeCall) throws(ScriptError) -> Value {
        let v = try call.numbers(of: 1)
        let (x, y, z, w) = try Matrix3DClass.matrix(0, call).transform(v[0], v[1], v[2], w: 1)
        func share(_ number: Double) -> Double { Double(Float(number) * (1 / Float(w))) }
        return Value(try call.machine.makeVector3D(share(x), share(y), share(z), w))
    }

    private static func projectVectors(_ call: NativeCall) throws(ScriptError) -> Value {
        let matrix = try Matrix3DClass.matrix(0, call)
        let from = try Matrix3DClass.vector(1, call)
        let to = try Matrix3DClass.vector(2, call)
        let uvts = try Matrix3DClass.vector(3, call)
        let count = from.count / 3
        if uvts.count < from.count { try uvts.setCount(from.count, call.machine) }
        if to.count < count * 2 { try to.setCount(count * 2, call.machine) }
        for index in 0..<count where to.count >= (index + 1) * 2 && uvts.count >= (index + 1) * 3 {
            func number(_ offset: Int) -> Double { from.elements[index * 3 + offset].number ?? .nan }
            let (x, y, _, w) = matrix.transform(number(0), number(1), number(2), w: 1)
            to.elements[index * 2] = Value(double: Double(Float(x) * (1 / Float(w))))
            to.elements[index * 2 + 1] = Value(double: Double(Float(y) * (1 / Float(w))))
            uvts.elements[index * 3 + 2] = Value(double: 1 / w)
        }
        return .undefined
    }
}
