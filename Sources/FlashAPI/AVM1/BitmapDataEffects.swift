import AVM
import AVM1
import Base
import Player
import Renderer

/// BitmapData's methods that compute pixels.
enum BitmapDataEffects {
    static let methods: [NativeMethod] = [
        NativeMethod("colorTransform", BitmapDataClass.method(colorTransform)),
        NativeMethod("threshold", BitmapDataClass.method(threshold)),
        NativeMethod("noise", BitmapDataClass.method(noise)),
        NativeMethod("perlinNoise", BitmapDataClass.method(perlinNoise)),
        NativeMethod("paletteMap", BitmapDataClass.method(paletteMap)),
        NativeMethod("pixelDissolve", BitmapDataClass.method(pixelDissolve)),
    ]

    private static func colorTransform(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 1 else { return Value(-1) }
        guard let rect = try BitmapDataClass.rectangle(call[0], machine) else { return Value(-2) }
        // Only an instance of ColorTransform will do.
        guard let object = call[1].object, object.native(as: ColorTransformState.self) != nil else { return Value(-3) }
        bitmap.pixmap.transform(rect, try BitmapDataDrawing.colorTransform(call[1], machine))
        bitmap.didChange()
        return Value(-1)
    }

    /// The first arguments of most methods: another bitmap, a rectangle of it and a place here. A number where they
    /// will not do.
    private enum Source {
        case fit(Bitmap, PixelRect, place: (x: Int, y: Int))
        case unfit(Value)
    }

    private static func source(_ call: Call) throws(ScriptError) -> Source {
        guard let state = call[0].object?.native(as: BitmapDataState.self) else { return .unfit(Value(-2)) }
        guard let bitmap = state.bitmap else { return .unfit(Value(-3)) }
        guard let rect = try BitmapDataClass.rectangle(call[1], call.machine) else { return .unfit(Value(-4)) }
        return .fit(bitmap, rect, place: try BitmapDataClass.anyPoint(call[2], call.machine))
    }

    private static func refusal(_ call: Call) throws(ScriptError) -> Value {
        if case .unfit(let value) = try source(call) { return value }
        return Value(-1)
    }

    /// `source, sourceRect, destPoint, operation, threshold[, color, mask, copySource]`
    private static func threshold(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 4 else { return Value(-1) }
        guard case .fit(let source, let rect, let place) = try source(call) else { return try refusal(call) }
        let operation = ThresholdOperation(rawValue: try machine.toString(call[3]).text) ?? .less
        let count = bitmap.pixmap.threshold(
            source.pixmap, rect, to: place, operation, try machine.toUInt32(call[4]),
            color: PixelColor(argb: call.count > 5 ? try machine.toUInt32(call[5]) : 0),
            mask: call.count > 6 ? try machine.toUInt32(call[6]) : 0xFFFF_FFFF,
            copiesSource: machine.toBool(call[7]))
        bitmap.didChange()
        return Value(count)
    }

    private static func noise(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return Value(-1) }
        let machine = call.machine
        let low = call.count > 1 ? Int(try machine.toInt32(call[1])) : 0
        let high = call.count > 2 ? Int(try machine.toInt32(call[2])) : 255
        bitmap.pixmap.noise(
            seed: try machine.toInt32(call[0]), low: UInt8(clamping: low), high: UInt8(clamping: high),
            channels: call.count > 3 ? Int(try machine.toInt32(call[3])) : 7, isGray: machine.toBool(call[4]))
        bitmap.didChange()
        return .zero
    }

    /// `baseX, baseY, octaves, seed, stitch, fractal[, channels, grayScale, offsets]`
    private static func perlinNoise(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 5 else { return Value(-1) }
        let machine = call.machine
        let octaves = Int(max(0, min(64, try machine.toInt32(call[2]))))
        var offsets: [(x: Double, y: Double)] = []
        if let list = call[8].object?.native(as: ArrayState.self) {
            for index in 0..<min(list.length, octaves) {
                guard let point = list[index].object else {
                    offsets.append((0, 0))
                    continue
                }
                offsets.append(
                    (
                        try machine.toNumber(try machine.get(point, "x")),
                        try machine.toNumber(try machine.get(point, "y"))
                    ))
            }
        }
        bitmap.pixmap.perlinNoise(
            PerlinNoise(
                baseX: try machine.toNumber(call[0]), baseY: try machine.toNumber(call[1]), octaves: octaves,
                seed: try machine.toInt32(call[3]), stitches: machine.toBool(call[4]),
                isFractal: machine.toBool(call[5]),
                channels: call.count > 6 ? Int(try machine.toInt32(call[6])) : 7, isGray: machine.toBool(call[7]),
                offsets: offsets))
        bitmap.didChange()
        return .zero
    }

    /// `source, sourceRect, destPoint[, redArray, greenArray, blueArray, alphaArray]`
    private static func paletteMap(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard let source = BitmapDataClass.bitmap(call[0]) else { return Value(-1) }
        guard let rect = try BitmapDataClass.rectangle(call[1], machine) else { return Value(-1) }
        guard let place = try BitmapDataClass.point(call[2], machine) else { return Value(-1) }
        /// 256 colours; what is missing is 0. Without an array a channel keeps its value in its place.
        func table(_ value: Value, shift: UInt32) throws(ScriptError) -> [UInt32] {
            guard let list = value.object?.native(as: ArrayState.self) else {
                return (0..<256).map { UInt32($0) << shift }
            }
            var result: [UInt32] = []
            for index in 0..<256 { result.append(index < list.length ? try machine.toUInt32(list[index]) : 0) }
            return result
        }
        bitmap.pixmap.paletteMap(
            source.pixmap, rect, to: place, red: try table(call[3], shift: 16), green: try table(call[4], shift: 8),
            blue: try table(call[5], shift: 0), alpha: try table(call[6], shift: 24))
        bitmap.didChange()
        return .undefined
    }

    /// `source, sourceRect, destPoint[, randomSeed, numberOfPixels, fillColor]`. Returns the seed for the next call.
    private static func pixelDissolve(_ bitmap: Bitmap, _ call: Call) throws(ScriptError) -> Value {
        let machine = call.machine
        guard call.count > 4 else { return Value(-1) }
        guard case .fit(let source, let rect, let place) = try source(call) else { return try refusal(call) }
        let seed = call.count > 3 ? try machine.toInt32(call[3]) : 0
        // Quirk: a count below 0 is a very large one.
        let count = Int(call.count > 4 ? try machine.toUInt32(call[4]) : UInt32(clamping: rect.area / 30))
        let fill = PixelColor(argb: call.count > 5 ? try machine.toUInt32(call[5]) : 0)
        let next = bitmap.pixmap.pixelDissolve(
            source.pixmap, rect, to: place, seed: seed, count: count, fill: fill, isSame: source === bitmap)
        bitmap.didChange()
        return Value(next)
    }
}
