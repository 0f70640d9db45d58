import AVM
import AVM2
import Glibc
import Player

/// The native state of a `PerspectiveProjection`: its numbers, and whose they are.
final class PerspectiveState: NativeState {
    /// Of one that a script has made, for nobody.
    private var own = Perspective()
    private weak var owner: DisplayObject?

    /// That of a display object: what is set goes to the object.
    func bind(to owner: DisplayObject) { self.owner = owner }

    var value: Perspective {
        get { owner.flatMap { $0.perspective ?? $0.standardPerspective } ?? own }
        set {
            if let owner { owner.perspective = newValue } else { own = newValue }
        }
    }

    static func fieldOfView(_ halfWidth: Double, _ length: Double) -> Double { atan(halfWidth / length) * 360 / .pi }
}

/// `flash.geom.PerspectiveProjection`.
enum PerspectiveProjectionClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.geom.PerspectiveProjection")
        table.members = { members }
        table.makeState = { _, _ in PerspectiveState() }
        table.since = 10
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(property: "fieldOfView", ":Number", get: fieldOfView, set: setFieldOfView),
        NativeMember(property: "focalLength", ":Number", get: focalLength, set: setFocalLength),
        NativeMember(property: "projectionCenter", ":flash.geom.Point", get: center, set: setCenter),
        NativeMember(method: "toMatrix3D", "():flash.geom.Matrix3D", toMatrix3D),
    ]

    /// That of a display object, null where none holds for it; another object each time.
    static func object(of display: DisplayObject, _ machine: AVM2Machine) throws(ScriptError) -> Value {
        guard display.perspective != nil || display.standardPerspective != nil else { return .null }
        let made = try machine.make("flash.geom.PerspectiveProjection", [])
        made.native(as: PerspectiveState.self)?.bind(to: display)
        return Value(made)
    }

    /// Gives a display object a copy of a projection; null takes away what it has.
    static func set(_ value: Value, for display: DisplayObject) {
        guard var perspective = value.object?.native(as: PerspectiveState.self)?.value else {
            display.perspective = nil
            return
        }
        // The stage's width, and not the one that it was made for, goes with the field of view.
        if let half = display.perspectiveHalfWidth { perspective.halfWidth = half }
        display.perspective = perspective
    }

    private static func state(_ call: NativeCall) throws(ScriptError) -> PerspectiveState {
        try call.state(PerspectiveState.self)
    }

    private static func fieldOfView(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(double: try state(call).value.fieldOfView)
    }

    private static func setFieldOfView(_ call: NativeCall) throws(ScriptError) -> Value {
        guard call.number(0) > 0 && call.number(0) < 180 else { throw call.machine.makeError(.argument, 2182) }
        try state(call).value.fieldOfView = call.number(0)
        return .undefined
    }

    private static func focalLength(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(double: try state(call).value.focalLength)
    }

    private static func setFocalLength(_ call: NativeCall) throws(ScriptError) -> Value {
        let length = call.number(0)
        guard length > 0 else { throw call.machine.makeError(.argument, 2186, [String(length)]) }
        let state = try state(call)
        state.value.fieldOfView = PerspectiveState.fieldOfView(state.value.halfWidth, length)
        return .undefined
    }

    private static func center(_ call: NativeCall) throws(ScriptError) -> Value {
        let perspective = try state(call).value
        return Value(try call.machine.makePoint(perspective.centreX, perspective.centreY))
    }

    private static func setCenter(_ call: NativeCall) throws(ScriptError) -> Value {
        let point = NumberSlots(slots: try call.required(0, "point").cell.slots)
        let state = try state(call)
        var perspective = state.value
        (perspective.centreX, perspective.centreY) = (point[0], point[1])
        state.value = perspective
        return .undefined
    }

    private static func toMatrix3D(_ call: NativeCall) throws(ScriptError) -> Value {
        let length = Float(try state(call).value.focalLength)
        return Value(
            try Matrix3DClass.make([length, 0, 0, 0, 0, length, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0], call))
    }
}
