import AVM
import AVM1
import Base
import Player

/// MovieClip's methods about where things are.
extension MovieClipClass {
    static let placeMethods: [NativeMethod] = [
        NativeMethod("hitTest", method(hitTest)),
        NativeMethod("getBounds", method(getBounds)),
        NativeMethod("getRect", method(getRect), [.hidden, .version8]),
        NativeMethod("localToGlobal", command(localToGlobal)),
        NativeMethod("globalToLocal", command(globalToLocal)),
        NativeMethod("setMask", method(setMask), [.hidden, .version6]),
        NativeMethod("startDrag", command(startDrag)),
        NativeMethod("stopDrag", command { clip, _ in clip.player.stopDrag() }),
    ]

    private static func hitTest(_ clip: MovieClip, _ call: Call) throws(ScriptError) -> Value {
        if call.count > 1 {
            let x = try call.machine.toNumber(call[0])
            let y = try call.machine.toNumber(call[1])
            guard x.isFinite, y.isFinite else { return .false }
            // The point is one of `_root`'s space, which may itself have been moved.
            let point = clip.rootToStage(TwipsPoint(x: Twips(pixels: x).raw, y: Twips(pixels: y).raw))
            return Value(
                call.machine.toBool(call[2]) ? clip.shapeCovers(stagePoint: point) : clip.stageBounds.contains(point))
        }
        if call[0].string?.isEmpty == true { return .false }
        guard call.count == 1, let other = try call.displayObject(at: 0, from: clip) else { return .false }
        return Value(clip.stageBounds.intersects(other.stageBounds))
    }

    private static func getBounds(_ clip: MovieClip, _ call: Call) throws(ScriptError) -> Value {
        try bounds(clip, call, clip.fullBounds)
    }

    private static func getRect(_ clip: MovieClip, _ call: Call) throws(ScriptError) -> Value {
        try bounds(clip, call, clip.edgeBounds)
    }

    private static func bounds(_ clip: MovieClip, _ call: Call, _ own: TwipsRect) throws(ScriptError) -> Value {
        var target: DisplayObject = clip
        if call.count > 0 {
            guard let named = try call.displayObject(at: 0, from: clip) else { return .undefined }
            target = named
        }
        clip.player.noteBoundsQuery(swfVersion: call.dialect.swfVersion)
        let box = clip.bounds(own, in: target)
        let result = call.machine.makeObject()
        call.machine.define(result, "xMin", Value(Double(box.xMin) / 20))
        call.machine.define(result, "xMax", Value(Double(box.xMax) / 20))
        call.machine.define(result, "yMin", Value(Double(box.yMin) / 20))
        call.machine.define(result, "yMax", Value(Double(box.yMax) / 20))
        return Value(result)
    }

    private static func localToGlobal(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        try convert(call) { clip.stagePoint(ofLocal: $0) }
    }

    private static func globalToLocal(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        try convert(call) { clip.localPoint(ofStage: $0) }
    }

    /// Changes the `x` and `y` of an object. Both must be there and be numbers: nothing is converted.
    private static func convert(_ call: Call, _ body: (TwipsPoint) -> TwipsPoint) throws(ScriptError) {
        guard let object = call[0].object, let x = try call.machine.get(object, "x").number,
            let y = try call.machine.get(object, "y").number
        else { return }
        let point = body(TwipsPoint(x: Twips(pixels: x).raw, y: Twips(pixels: y).raw))
        try call.machine.set(object, "x", Value(Double(point.x) / 20))
        try call.machine.set(object, "y", Value(Double(point.y) / 20))
    }

    private static func setMask(_ clip: MovieClip, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        if call[0].isNullish {
            clip.setMask(nil)
            return .true
        }
        let fromCode = try call.machine.target?.displayObject.map { (code) throws(ScriptError) in
            try call.displayObject(at: 0, from: code)
        }
        guard let mask = try call.displayObject(at: 0, from: clip) ?? fromCode ?? nil else { return .false }
        clip.setMask(mask)
        return .true
    }

    private static func startDrag(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        var constraint: (left: Double, top: Double, right: Double, bottom: Double)?
        if call.count > 1 {
            var sides = [0.0, 0, 0, 0]
            for index in 0..<4 where index + 1 < call.count {
                let side = try call.machine.toNumber(call[index + 1])
                sides[index] = side.isFinite ? side : 0
            }
            constraint = (sides[0], sides[1], sides[2], sides[3])
        }
        clip.player.startDrag(clip, lockCenter: call.machine.toBool(call[0]), constraint: constraint)
    }
}
