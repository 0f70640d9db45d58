import AVM
import AVM2
import Base
import Player
import SWF

/// The native state of a `Transform`: whose it is.
final class TransformState: NativeState {
    let displayObject: DisplayObject
    init(_ displayObject: DisplayObject) { self.displayObject = displayObject }
    override func visit(_ marker: inout Marker) { marker.visit(displayObject.object2) }
}

/// `flash.geom.Transform`.
enum TransformClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.geom.Transform", constructor: "(displayObject:flash.display.DisplayObject)")
        table.initialize = { (call) throws(ScriptError) in
            guard let object = call.object(0)?.displayObject2 else {
                throw call.machine.makeError(.type, 2007, ["displayObject"])
            }
            call.this.object?.setNative(TransformState(object))
            return .undefined
        }
        table.members = { members }
        return table
    }()

    /// A new Transform of a display object: each is another object.
    static func object(of display: DisplayObject, _ machine: AVM2Machine) throws(ScriptError) -> Object {
        guard let traits = machine.traits(named: "flash.geom.Transform") else { throw machine.nullReference(.null) }
        _ = try machine.classObject(traits)
        let made = machine.instantiate(traits)
        made.setNative(TransformState(display))
        return made
    }

    private static let members: [NativeMember] = [
        NativeMember(
            property: "matrix", ":flash.geom.Matrix",
            get: { (call) throws(ScriptError) in
                let object = try target(call)
                return object.space == nil ? try makeMatrix(object.matrix, call) : .null
            },
            set: { (call) throws(ScriptError) in
                let object = try target(call)
                guard let given = call.object(0) else {
                    // Quirk: what has no matrix lies in space.
                    object.space = object.spaceOrFlat
                    return .undefined
                }
                object.space = nil
                object.setMatrixByScript(call.machine.matrix(given))
                return .undefined
            }),
        NativeMember(
            property: "colorTransform", ":flash.geom.ColorTransform",
            get: { (call) throws(ScriptError) in try makeColorTransform(try target(call).colorTransform, call) },
            set: { (call) throws(ScriptError) in
                let object = try target(call)
                guard let given = call.object(0) else { throw call.machine.makeError(.type, 2007, ["colorTransform"]) }
                object.willBeMovedByScript()
                object.colorTransform = call.machine.colorTransform(given)
                return .undefined
            }),
        NativeMember(get: "concatenatedMatrix", ":flash.geom.Matrix") { (call) throws(ScriptError) in
            try makeMatrix(try target(call).stageMatrix, call)
        },
        NativeMember(get: "concatenatedColorTransform", ":flash.geom.ColorTransform") { (call) throws(ScriptError) in
            var object: DisplayObject? = try target(call)
            var sum = ColorTransform.identity
            while let current = object {
                sum = current.colorTransform * sum
                object = current.parent
            }
            return try makeColorTransform(sum, call)
        },
        NativeMember(get: "pixelBounds", ":flash.geom.Rectangle") { (call) throws(ScriptError) in
            let bounds = try target(call).stageBounds
            return try call.makeRectangle(bounds.isEmpty ? TwipsRect(xMin: 0, xMax: 0, yMin: 0, yMax: 0) : bounds)
        },
        NativeMember(property: "matrix3D", ":flash.geom.Matrix3D", get: matrix3D, set: setMatrix3D),
        NativeMember(
            property: "perspectiveProjection", ":flash.geom.PerspectiveProjection",
            get: { (call) throws(ScriptError) in
                try PerspectiveProjectionClass.object(of: try target(call), call.machine)
            },
            set: { (call) throws(ScriptError) in
                PerspectiveProjectionClass.set(call[0], for: try target(call))
                return .undefined
            }),
        NativeMember(
            method: "getRelativeMatrix3D", "(relativeTo:flash.display.DisplayObject):flash.geom.Matrix3D",
            getRelativeMatrix3D),
    ]

    /// Where an object lies in space: what is done to the matrix moves the object.
    private static let matrix3D: NativeBody = { (call) throws(ScriptError) in
        let object = try target(call)
        guard let space = object.space else { return .null }
        let made = try Matrix3DClass.make(space.matrix.numbers.map { Float($0) }, call)
        made.native(as: Matrix3DState.self)?.owner = object
        return Value(made)
    }

    private static let setMatrix3D: NativeBody = { (call) throws(ScriptError) in
        let object = try target(call)
        if let given = call.object(0)?.native(as: Matrix3DState.self) {
            object.space = SpacePlacement(given.matrix4)
        } else if object.space != nil {
            // Quirk: what comes back into the plane lies where it would if it had never been placed.
            object.space = nil
            object.setMatrixByScript(.identity)
        }
        return .undefined
    }

    private static let getRelativeMatrix3D: NativeBody = { (call) throws(ScriptError) in
        guard let other = call.object(0)?.displayObject2 else {
            throw call.machine.makeError(.type, 2007, ["relativeTo"])
        }
        func toStage(_ object: DisplayObject) -> [Float] {
            var sum = Matrix4.identity
            var current: DisplayObject? = object
            while let object = current {
                sum = object.spaceOrFlat.matrix * sum
                current = object.parent
            }
            return sum.numbers.map { Float($0) }
        }
        let made = try Matrix3DClass.make(toStage(other), call)
        guard let state = made.native(as: Matrix3DState.self), state.invert() else { return .null }
        state.m = Matrix3DState.product(state.m, toStage(try target(call)))
        return Value(made)
    }

    private static func target(_ call: NativeCall) throws(ScriptError) -> DisplayObject {
        try call.state(TransformState.self).displayObject
    }

    static func makeMatrix(_ matrix: Matrix, _ call: NativeCall) throws(ScriptError) -> Value {
        Value(
            try call.machine.make(
                "flash.geom.Matrix",
                [
                    Value(double: Double(matrix.a)), Value(double: Double(matrix.b)), Value(double: Double(matrix.c)),
                    Value(double: Double(matrix.d)), Value(double: Double(matrix.tx) / 20),
                    Value(double: Double(matrix.ty) / 20),
                ]))
    }

    static func makeColorTransform(_ transform: ColorTransform, _ call: NativeCall) throws(ScriptError) -> Value {
        func scale(_ value: Int16) -> Value { Value(double: Double(value) / 256) }
        func offset(_ value: Int16) -> Value { Value(double: Double(value)) }
        return Value(
            try call.machine.make(
                "flash.geom.ColorTransform",
                [
                    scale(transform.redMultiplier), scale(transform.greenMultiplier), scale(transform.blueMultiplier),
                    scale(transform.alphaMultiplier), offset(transform.redOffset), offset(transform.greenOffset),
                    offset(transform.blueOffset), offset(transform.alphaOffset),
                ]))
    }
}

extension AVM2Machine {
    /// A Matrix object as the player has it.
    func matrix(_ object: Object) -> Matrix {
        func value(_ slot: Int) -> Double {
            let number = number(object, slot: slot)
            return number.isFinite ? number : 0
        }
        var matrix = Matrix.identity
        matrix.a = Float(value(0))
        matrix.b = Float(value(1))
        matrix.c = Float(value(2))
        matrix.d = Float(value(3))
        matrix.tx = Twips(pixels: value(4)).raw
        matrix.ty = Twips(pixels: value(5)).raw
        return matrix
    }

    /// A ColorTransform object as the player has it.
    func colorTransform(_ object: Object) -> ColorTransform {
        func scale(_ slot: Int) -> Int16 {
            let number = number(object, slot: slot)
            return Int16(clamping: Int32(saturating: (number.isFinite ? number : 0) * 256))
        }
        func offset(_ slot: Int) -> Int16 {
            let number = number(object, slot: slot)
            return Int16(clamping: Int32(saturating: number.isFinite ? number : 0))
        }
        var transform = ColorTransform.identity
        transform.redMultiplier = scale(0)
        transform.greenMultiplier = scale(1)
        transform.blueMultiplier = scale(2)
        transform.alphaMultiplier = scale(3)
        transform.redOffset = offset(4)
        transform.greenOffset = offset(5)
        transform.blueOffset = offset(6)
        transform.alphaOffset = offset(7)
        return transform
    }
}
