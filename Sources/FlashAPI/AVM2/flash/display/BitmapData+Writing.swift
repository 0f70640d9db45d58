import AVM
import AVM2
import Base
import Player
import Renderer

/// What changes the pixels of a BitmapData.
extension BitmapDataClass2 {
    static func draw(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) -> Value {
        guard let object = call.object(0) else { throw call.machine.makeError(.type, 2007, ["source"]) }
        let source: BitmapDrawing.Source
        if let state = object.native(as: BitmapDataState2.self) {
            guard let other = state.bitmap else { throw call.machine.makeError(.argument, 2015) }
            source = .bitmap(other)
        } else if let display = object.displayObject2 {
            source = .object(display)
        } else {
            throw call.machine.makeError(.argument, 2005, ["0", "IBitmapDrawable"])
        }
        let mode: BlendMode
        if let name = call.string(3)?.text {
            guard let known = BlendMode.allCases.first(where: { $0.scriptName == name }) else {
                throw call.machine.makeError(.argument, 2008, ["blendMode"])
            }
            mode = known
        } else {
            mode = .normal
        }
        BitmapDrawing(
            source: source, matrix: call.object(1).map { call.machine.affine($0) } ?? Affine(),
            colorTransform: call.object(2).map { call.machine.colorTransform($0) } ?? .identity, blendMode: mode,
            clip: try rectOrNull(call, 4), isSmoothed: call.bool(5)
        ).draw(into: bitmap)
        return .undefined
    }

    static func copyPixels(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) {
        let source = try source(call, 0, "sourceBitmapData")
        let area = try rect(call, 1, "sourceRect")
        let spot = try place(call, 2, "destPoint")
        let alpha = call.object(3)?.native(as: BitmapDataState2.self)?.bitmap
        let alphaSpot = placeOrNull(call, 4) ?? (0, 0)
        bitmap.pixmap.copy(
            from: source.pixmap, area, to: spot, alpha: alpha.map { ($0.pixmap, alphaSpot.x, alphaSpot.y) },
            mergesAlpha: call.bool(5) || !bitmap.isTransparent)
    }

    static func filter(_ call: NativeCall, _ index: Int) throws(ScriptError) -> PixelFilter? {
        guard let object = call.object(index) else { throw call.machine.makeError(.type, 2007, ["filter"]) }
        guard let filter = try FilterObjects.filter(object, call.machine) else {
            call.runtime.missing("BitmapData filter \(call.machine.traits(of: object).name.name.text)")
            return nil
        }
        return PixelFilter(filter)
    }

    static func applyFilter(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) {
        let source = try source(call, 0, "sourceBitmapData")
        let area = try rect(call, 1, "sourceRect")
        let spot = try place(call, 2, "destPoint")
        guard let filter = try filter(call, 3) else { return }
        bitmap.apply(filter, to: source, area, x: spot.x, y: spot.y)
    }

    static func generateFilterRect(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) -> Value {
        let area = try rect(call, 0, "sourceRect")
        let reach = try filter(call, 1)?.reach(of: area) ?? area
        return try makeRect(reach, call)
    }

    static func threshold(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) -> Value {
        guard let name = call.string(3)?.text else { throw call.machine.makeError(.type, 2007, ["operation"]) }
        guard let operation = ThresholdOperation(rawValue: name) else {
            throw call.machine.makeError(.argument, 2005, ["3", "operation"])
        }
        let count = bitmap.pixmap.threshold(
            try source(call, 0, "sourceBitmapData").pixmap, try rect(call, 1, "sourceRect"),
            to: try place(call, 2, "destPoint"), operation, call.uint(4), color: PixelColor(argb: call.uint(5)),
            mask: call.uint(6), copiesSource: call.bool(7))
        bitmap.didChange()
        return Value(count)
    }

    static func perlinNoise(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) {
        let octaves = Int(min(64, call.uint(2)))
        var offsets: [(x: Double, y: Double)] = []
        if let list = call.object(8)?.native(as: ArrayState.self) {
            for index in 0..<min(Int(list.length), octaves) {
                guard let point = list[index].object else {
                    offsets.append((0, 0))
                    continue
                }
                offsets.append((call.machine.number(point, slot: 0), call.machine.number(point, slot: 1)))
            }
        }
        bitmap.pixmap.perlinNoise(
            PerlinNoise(
                baseX: call.number(0), baseY: call.number(1), octaves: octaves, seed: call.int(3),
                stitches: call.bool(4), isFractal: call.bool(5), channels: Int(call.uint(6)), isGray: call.bool(7),
                offsets: offsets))
    }

    static func paletteMap(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) {
        func table(_ index: Int, shift: UInt32) throws(ScriptError) -> [UInt32] {
            guard let list = call.object(index)?.native(as: ArrayState.self) else {
                return (0..<256).map { UInt32($0) << shift }
            }
            var result: [UInt32] = []
            for place in 0..<256 { result.append(place < list.length ? try call.machine.toUInt32(list[place]) : 0) }
            return result
        }
        bitmap.pixmap.paletteMap(
            try source(call, 0, "sourceBitmapData").pixmap, try rect(call, 1, "sourceRect"),
            to: try place(call, 2, "destPoint"), red: try table(3, shift: 16), green: try table(4, shift: 8),
            blue: try table(5, shift: 0), alpha: try table(6, shift: 24))
    }

    static func pixelDissolve(_ bitmap: Bitmap, _ call: NativeCall) throws(ScriptError) -> Value {
        let source = try source(call, 0, "sourceBitmapData")
        let area = try rect(call, 1, "sourceRect")
        guard call.int(4) >= 0 else { throw call.machine.makeError(.range, 2027, ["numPixels", "\(call.int(4))"]) }
        let next = bitmap.pixmap.pixelDissolve(
            source.pixmap, area, to: try place(call, 2, "destPoint"), seed: call.int(3), count: Int(call.int(4)),
            fill: PixelColor(argb: call.uint(5)), isSame: source === bitmap)
        bitmap.didChange()
        return Value(next)
    }
}
