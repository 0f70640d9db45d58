import AVM
import AVM1
import Base
import Player
import Renderer

/// BitmapData's methods that take pixels from elsewhere.
enum BitmapDataDrawing {
    static let methods: [NativeMethod] = [
        NativeMethod("copyPixels", BitmapDataClass.method(copyPixels)),
        NativeMethod("copyChannel", BitmapDataClass.method(copyChannel)),
        NativeMethod("merge", BitmapDataClass.method(merge)),
        NativeMethod("draw", BitmapDataClass.method(draw)),
        NativeMethod("applyFilter", BitmapDataClass.method(applyFilter)),
        NativeMethod("generateFilterRect", BitmapDataClass.method(generateFilterRect)),
    ]

    /// `source, sourceRect, destPoint[, alphaBitmap, alphaPoint, mergeAlpha]`
    private static func copyPixels(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 2, let source = BitmapDataClass.bitmap(call[0]) else { return Value(-1) }
        guard let rect = try BitmapDataClass.rectangle(call[1], machine) else { return Value(-2) }
        guard let place = try BitmapDataClass.point(call[2], machine) else { return Value(-3) }
        let alpha = BitmapDataClass.bitmap(call[3])
        let alphaPlace = try BitmapDataClass.point(call[4], machine) ?? (0, 0)
        let merges = call.count > 5 ? machine.toBool(call[5]) : false
        bitmap.pixmap.copy(
            from: source.pixmap, rect, to: place, alpha: alpha.map { ($0.pixmap, alphaPlace.x, alphaPlace.y) },
            mergesAlpha: merges || !bitmap.isTransparent)
        bitmap.didChange()
        return .undefined
    }

    private static func copyChannel(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 4, let source = BitmapDataClass.bitmap(call[0]) else { return Value(-1) }
        guard let rect = try BitmapDataClass.rectangle(call[1], machine) else { return Value(-2) }
        guard let place = try BitmapDataClass.point(call[2], machine) else { return Value(-3) }
        bitmap.pixmap.copyChannel(
            from: source.pixmap, rect, to: place, Int(try machine.toInt32(call[3])), Int(try machine.toInt32(call[4])))
        bitmap.didChange()
        return .undefined
    }

    private static func merge(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 5 else { return Value(-1) }
        guard let state = call[0].object?.native(as: BitmapDataState.self) else { return Value(-2) }
        guard let source = state.bitmap else { return Value(-3) }
        guard let rect = try BitmapDataClass.rectangle(call[1], machine) else { return Value(-4) }
        let place = try BitmapDataClass.anyPoint(call[2], machine)
        var factors: [Int] = []
        for index in 3..<7 { factors.append(index < call.count ? Int(try machine.toInt32(call[index])) : 256) }
        bitmap.pixmap.merge(
            source.pixmap, rect, to: place, (red: factors[0], green: factors[1], blue: factors[2], alpha: factors[3]))
        bitmap.didChange()
        return Value(-1)
    }

    /// `source[, matrix, colorTransform, blendMode, clipRect, smoothing]`: a bitmap or a display object.
    private static func draw(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 0 else { return Value(-1) }
        let matrix = try call[1].object.map { (o) throws(ScriptError) in try ScriptMatrix.read(o, machine) } ?? Affine()
        let transform = try colorTransform(call[2], machine)
        let mode = try call[3].isUndefined ? .normal : BlendMode(script: call[3], machine) ?? .normal
        let clip = try BitmapDataClass.rectangle(call[4], machine)
        let isSmoothed = machine.toBool(call[5])
        let source: BitmapDrawing.Source
        if let other = BitmapDataClass.bitmap(call[0]) {
            source = .bitmap(other)
        } else if let start = (machine.target ?? call.player.level(0)?.avm1Object())?.displayObject,
            let object = try call.displayObject(at: 0, from: start)
        {
            source = .object(object)
        } else {
            return Value(-1)
        }
        BitmapDrawing(
            source: source, matrix: matrix, colorTransform: transform, blendMode: mode, clip: clip,
            isSmoothed: isSmoothed
        ).draw(into: bitmap)
        return .undefined
    }

    /// A ColorTransform object, identity where it is none.
    static func colorTransform(_ value: Value, _ machine: Machine) throws(ScriptError) -> ColorTransform {
        guard let object = value.object else { return .identity }
        func factor(_ name: StaticString) throws(ScriptError) -> Int16 {
            let number = try machine.toNumber(try machine.get(object, name))
            return Int16(clamping: Int32(saturating: (number.isNaN ? 0 : number) * 256))
        }
        func offset(_ name: StaticString) throws(ScriptError) -> Int16 {
            let number = try machine.toNumber(try machine.get(object, name))
            return Int16(clamping: Int32(saturating: number.isNaN ? 0 : number))
        }
        return ColorTransform(
            redMultiplier: try factor("redMultiplier"), greenMultiplier: try factor("greenMultiplier"),
            blueMultiplier: try factor("blueMultiplier"), alphaMultiplier: try factor("alphaMultiplier"),
            redOffset: try offset("redOffset"), greenOffset: try offset("greenOffset"),
            blueOffset: try offset("blueOffset"), alphaOffset: try offset("alphaOffset"))
    }

    /// `source, sourceRect, destPoint, filter`
    private static func applyFilter(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 3, let source = BitmapDataClass.bitmap(call[0]) else { return Value(-1) }
        guard let rect = try BitmapDataClass.rectangle(call[1], machine) else { return Value(-2) }
        guard let place = try BitmapDataClass.point(call[2], machine) else { return Value(-3) }
        guard let object = call[3].object, let filter = try ScriptFilters.filter(object, machine) else {
            return Value(-4)
        }
        bitmap.apply(PixelFilter(filter), to: source, rect, x: place.x, y: place.y)
        return .zero
    }

    /// `sourceRect, filter`: the pixels that the filter can reach.
    private static func generateFilterRect(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 1, let rect = try BitmapDataClass.rectangle(call[0], machine),
            let object = call[1].object, let filter = try ScriptFilters.filter(object, machine)
        else { return Value(-1) }
        let reach = PixelFilter(filter).reach(of: rect)
        return try MovieClipClass.make(
            ["flash", "geom", "Rectangle"],
            [Value(reach.left), Value(reach.top), Value(reach.width), Value(reach.height)], machine)
    }
}
