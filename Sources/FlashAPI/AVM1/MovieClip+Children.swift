import AVM
import AVM1
import Base
import Player

/// MovieClip's methods that make, find, move and take out children.
extension MovieClipClass {
    static let childMethods: [NativeMethod] = [
        NativeMethod("attachMovie", method(attachMovie)),
        NativeMethod("createEmptyMovieClip", method(createEmptyMovieClip), [.hidden, .version6]),
        NativeMethod("createTextField", method(createTextField), [.hidden, .version6]),
        NativeMethod("duplicateMovieClip", method(duplicateMovieClip)),
        NativeMethod("removeMovieClip", command { clip, _ in clip.removeByScript() }),
        NativeMethod("swapDepths", command(swapDepths)),
        NativeMethod("getDepth", method { clip, _ in Value(Int(clip.scriptDepth)) }, [.hidden, .version6]),
        NativeMethod(
            "getNextHighestDepth", method { clip, _ in Value(Int(clip.nextHighestDepth)) }, [.hidden, .version7]),
        NativeMethod("getInstanceAtDepth", method(getInstanceAtDepth), [.hidden, .version7]),
        NativeMethod("attachBitmap", command(attachBitmap), [.hidden, .version8]),
    ]

    /// A depth in the count of scripts as one of the tree, nil where nothing may be put.
    private static func depth(_ value: Value, _ machine: Machine) throws(ScriptError) -> Int32? {
        let depth = try machine.toInt32(value) &+ MovieClip.scriptDepth
        return MovieClip.placeableDepths.contains(depth) ? depth : nil
    }

    private static func attachMovie(_ clip: MovieClip, _ call: Call) throws(ScriptError) -> Value {
        guard call.count >= 3 else { return .undefined }
        let machine = call.machine
        let export = try machine.toString(call[0]).text
        let name = try machine.toString(call[1]).text
        guard let depth = try depth(call[2], machine), !clip.isNestedTooDeep else { return .undefined }
        let child = clip.attach(exported: export, as: name, depth: depth, initObject: call[3].object)
        return Value(orUndefined: child?.avm1Object())
    }

    private static func createEmptyMovieClip(_ clip: MovieClip, _ call: Call) throws(ScriptError) -> Value {
        guard call.count >= 2 else { return .undefined }
        let name = try call.machine.toString(call[0]).text
        guard let depth = try depth(call[1], call.machine), !clip.isNestedTooDeep else { return .undefined }
        return Value(orUndefined: clip.createEmpty(name: name, depth: depth).avm1Object())
    }

    private static func duplicateMovieClip(_ clip: MovieClip, _ call: Call) throws(ScriptError) -> Value {
        guard call.count >= 2 else { return .undefined }
        let name = try call.machine.toString(call[0]).text
        guard let depth = try depth(call[1], call.machine) else { return .undefined }
        return Value(orUndefined: clip.duplicate(name: name, depth: depth, initObject: call[2].object)?.avm1Object())
    }

    /// With a depth or with a sibling.
    private static func swapDepths(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard call.count > 0, let parent = clip.parent else { return }
        var target: Int32?
        if call[0].isNumber {
            target = try call.machine.toInt32(call[0]) &+ MovieClip.scriptDepth
        } else if let sibling = try call.displayObject(at: 0, from: clip), sibling.parent === parent {
            target = sibling.depth
        }
        guard let target, MovieClip.placeableDepths.contains(target) else { return }
        clip.swapDepth(to: target)
    }

    /// What has no object of its own, such as a shape, is answered with the clip itself.
    private static func getInstanceAtDepth(_ clip: MovieClip, _ call: Call) throws(ScriptError) -> Value {
        guard call.count > 0 else { return .undefined }
        let depth = try call.machine.toInt32(call[0]) &+ MovieClip.scriptDepth
        guard let child = clip.child(atDepth: depth) else { return .undefined }
        return Value(orUndefined: child.avm1Object() ?? clip.avm1Object())
    }

    private static func createTextField(_ clip: MovieClip, _ call: Call) throws(ScriptError) -> Value {
        guard call.count >= 6 else { return .undefined }
        let machine = call.machine
        let name = try machine.toString(call[0]).text
        let depth = try machine.toInt32(call[1]) &+ MovieClip.scriptDepth
        var numbers: [Double] = []
        for index in 2..<6 {
            let number = try machine.toNumber(call[index])
            numbers.append(number.isFinite ? number : 0)
        }
        let field = clip.createTextField(
            name: name, depth: depth, x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        // Until SWF 7 it is found by its name only.
        return clip.swfVersion >= 8 ? Value(orUndefined: field.avm1Object()) : .undefined
    }

    private static func attachBitmap(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        guard let state = call[0].object?.native(as: BitmapDataState.self), let bitmap = state.bitmap,
            let depth = try depth(call[1], call.machine)
        else { return }
        clip.attach(bitmap, depth: depth, isSmoothed: call.machine.toBool(call[3]))
    }
}

extension Call {
    /// The display object that an argument names: itself or its path.
    func displayObject(at index: Int, from clip: DisplayObject) throws(ScriptError) -> DisplayObject? {
        try displayObject(named: self[index], from: clip)
    }

    func displayObject(named value: Value, from clip: DisplayObject) throws(ScriptError) -> DisplayObject? {
        if let object = value.object {
            if object.displayObject != nil { return machine.host.liveClip(object)?.displayObject }
            return nil
        }
        guard let script = clip.avm1Object() else { return nil }
        return try machine.clip(atPath: try machine.toString(value), from: script)?.displayObject
    }
}
