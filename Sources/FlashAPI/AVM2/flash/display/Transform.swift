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
                try makeMatrix(try target(call).matrix, call)
            },
            set: { (call) throws(ScriptError) in
                let object = try target(call)
                guard let given = call.object(0) else { return .undefined }
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
        NativeMember(property: "matrix3D", ":flash.geom.Matrix3D", get: { _ in .null }, set: missing),
        NativeMember(
            property: "perspectiveProjection", ":flash.geom.PerspectiveProjection", get: { _ in .null }, set: missing),
        NativeMember(
            missing: "getRelativeMatrix3D", "(relativeTo:flash.display.DisplayObject):flash.geom.Matrix3D"),
    ]

    private static let missing: NativeBody = { (call) throws(ScriptError) in
        if !call[0].isNullish { call.machine.host.missing("Transform.matrix3D") }
        return .undefined
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
