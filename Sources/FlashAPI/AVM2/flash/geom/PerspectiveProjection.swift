import AVM
import AVM2
import Glibc

/// `flash.geom.PerspectiveProjection`: slots fieldOfView and projectionCenter.
enum PerspectiveProjectionClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.geom.PerspectiveProjection")
        table.members = { members }
        table.initialize = initialize
        table.since = 10
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(slot: "fieldOfView", ":Number", .internal),
        NativeMember(slot: "projectionCenter", ":flash.geom.Point", .internal),
        NativeMember(property: "fieldOfView", ":Number", get: fieldOfView, set: setFieldOfView),
        NativeMember(property: "focalLength", ":Number", get: focalLength, set: setFocalLength),
        NativeMember(property: "projectionCenter", ":flash.geom.Point", get: center, set: setCenter),
        NativeMember(method: "toMatrix3D", "():flash.geom.Matrix3D", toMatrix3D),
    ]

    /// Half the width of what is seen, in pixels.
    private static let halfWidth = 250.0

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setSlot(0, Value(double: 55))
        call.setSlot(1, Value(try call.machine.makePoint(250, 250)))
        return .undefined
    }

    private static func fieldOfView(_ call: NativeCall) throws(ScriptError) -> Value { call.slot(0) }

    private static func setFieldOfView(_ call: NativeCall) throws(ScriptError) -> Value {
        guard call.number(0) > 0 && call.number(0) < 180 else { throw call.machine.makeError(.argument, 2182) }
        call.setSlot(0, call[0])
        return .undefined
    }

    private static func length(_ call: NativeCall) -> Float {
        Float(halfWidth / tan(call.number(slot: 0) * .pi / 360))
    }

    private static func focalLength(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(double: Double(length(call)))
    }

    private static func setFocalLength(_ call: NativeCall) throws(ScriptError) -> Value {
        let length = call.number(0)
        guard length > 0 else { throw call.machine.makeError(.argument, 2186, [String(length)]) }
        call.setSlot(0, Value(double: atan(halfWidth / length) * 360 / .pi))
        return .undefined
    }

    private static func center(_ call: NativeCall) throws(ScriptError) -> Value { call.slot(1) }

    private static func setCenter(_ call: NativeCall) throws(ScriptError) -> Value {
        call.setSlot(1, call[0])
        return .undefined
    }

    private static func toMatrix3D(_ call: NativeCall) throws(ScriptError) -> Value {
        let length = length(call)
        return Value(
            try Matrix3DClass.make([length, 0, 0, 0, 0, length, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0], call))
    }
}
