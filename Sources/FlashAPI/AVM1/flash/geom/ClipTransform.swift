import AVM
import AVM1
import Base
import Player

/// `flash.geom.Transform`: the matrix and the colours of a clip.
enum ClipTransformClass {
    final class State: NativeState {
        let clip: Object
        init(_ clip: Object) { self.clip = clip }
        override func visit(_ marker: inout Marker) { marker.visit(clip) }
    }

    static let package = "flash.geom"

    static func install(on runtime: AVM1Runtime) {
        var row = NativeClass("Transform") { call in
            guard let this = call.this.object, let clip = call[0].object, clip.displayObject != nil else {
                return .null
            }
            this.setNative(State(clip))
            return call.this
        }
        row.properties = properties
        runtime.machine.install(row, package: package)
    }

    private static let properties: [NativeProperty] = [
        property("matrix", { object, call throws(ScriptError) in try matrix(object.matrix, call) }, setMatrix),
        property(
            "concatenatedMatrix", { object, call throws(ScriptError) in try matrix(object.stageMatrix, call) }),
        property(
            "colorTransform", { object, call throws(ScriptError) in try color(object.colorTransform, call) }, setColor),
        property(
            "concatenatedColorTransform",
            { object, call throws(ScriptError) in try color(object.stageColorTransform, call) }),
        property(
            "pixelBounds",
            { (object, call) throws(ScriptError) in
                let box = object.stageBounds
                return try call.machine.instance(
                    of: "Rectangle", package: package,
                    [
                        Value(Double(box.xMin) / 20), Value(Double(box.yMin) / 20),
                        Value(box.isEmpty ? 0 : box.width.pixels), Value(box.isEmpty ? 0 : box.height.pixels),
                    ])
            }),
    ]

    private static func property(
        _ name: StaticString, _ get: @escaping @Sendable (DisplayObject, Call) throws(ScriptError) -> Value,
        _ set: (@Sendable (DisplayObject, Call) throws(ScriptError) -> Void)? = nil
    ) -> NativeProperty {
        let getter: NativeBody = { (call) throws(ScriptError) in
            guard let object = object(call) else { return .undefined }
            return try get(object, call)
        }
        guard let set else { return NativeProperty(name, get: getter, []) }
        return NativeProperty(
            name, get: getter,
            set: { (call) throws(ScriptError) in
                if let object = object(call) { try set(object, call) }
                return .undefined
            }, [])
    }

    private static func object(_ call: Call) -> DisplayObject? {
        guard let state = call.this.object?.native(as: State.self) else { return nil }
        return call.machine.host.liveClip(state.clip)?.displayObject
    }

    private static func matrix(_ matrix: Matrix, _ call: Call) throws(ScriptError) -> Value {
        try call.machine.instance(
            of: "Matrix", package: package,
            [
                Value(Double(matrix.a)), Value(Double(matrix.b)), Value(Double(matrix.c)), Value(Double(matrix.d)),
                Value(Double(matrix.tx) / 20), Value(Double(matrix.ty) / 20),
            ])
    }

    private static func setMatrix(_ object: DisplayObject, _ call: Call) throws(ScriptError) {
        guard let given = call[0].object else { return }
        for name in ["a", "b", "c", "d", "tx", "ty"]
        where !call.machine.hasProperty(given, call.machine.atom(name)) { return }
        let affine = try ScriptMatrix.read(given, call.machine)
        object.setTransformMatrix(
            Matrix(
                a: Float(affine.a), b: Float(affine.b), c: Float(affine.c), d: Float(affine.d),
                tx: Int32(saturating: affine.tx.rounded(.towardZero)),
                ty: Int32(saturating: affine.ty.rounded(.towardZero))))
    }

    private static func color(_ color: ColorTransform, _ call: Call) throws(ScriptError) -> Value {
        let factors = [color.redMultiplier, color.greenMultiplier, color.blueMultiplier, color.alphaMultiplier]
        let offsets = [color.redOffset, color.greenOffset, color.blueOffset, color.alphaOffset]
        return try call.machine.instance(
            of: "ColorTransform", package: package,
            factors.map { Value(Double($0) / 256) } + offsets.map { Value(Int32($0)) })
    }

    private static func setColor(_ object: DisplayObject, _ call: Call) throws(ScriptError) {
        guard call[0].object?.native(as: ColorTransformState.self) != nil else { return }
        object.colorTransform = try BitmapDataDrawing.colorTransform(call[0], call.machine)
        object.isTransformedByScript = true
        object.player.invalidate()
    }
}
