import AVM
import AVM2
import Player

/// `flash.display.MovieClip`.
enum MovieClipClass2 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.display.MovieClip", base: "flash.display.Sprite", .dynamic)
        table.members = { members }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "currentFrame", ":int") { (call) throws(ScriptError) in
            let clip = try clip(call)
            // Quirk: a clip that a script has made, with no symbol of its own, never is on a frame.
            return Value(clip.hasFrames ? clip.currentFrame - clip.sceneStart + 1 : 0)
        },
        NativeMember(get: "framesLoaded", ":int") { (call) throws(ScriptError) in Value(try clip(call).totalFrames) },
        NativeMember(get: "totalFrames", ":int") { (call) throws(ScriptError) in Value(try clip(call).totalFrames) },
        NativeMember(get: "isPlaying", ":Boolean") { (call) throws(ScriptError) in
            let clip = try clip(call)
            return Value(clip.isPlaying && clip.totalFrames > 1)
        },
        NativeMember(get: "currentLabel", ":String") { (call) throws(ScriptError) in
            try clip(call).currentLabel.map { call.text($0) } ?? .null
        },
        NativeMember(get: "currentFrameLabel", ":String") { (call) throws(ScriptError) in
            let clip = try clip(call)
            return clip.labelList.first { $0.frame == clip.currentFrame }.map { call.text($0.name) } ?? .null
        },
        NativeMember(get: "currentLabels", ":Array", currentLabels),
        NativeMember(get: "currentScene", ":flash.display.Scene") { (call) throws(ScriptError) in
            let clip = try clip(call)
            return try scene(clip.sceneRange, call)
        },
        NativeMember(get: "scenes", ":Array", scenes),
        NativeMember(
            property: "enabled", ":Boolean",
            get: { (call) throws(ScriptError) in Value(try clip(call).isEnabled2) },
            set: { (call) throws(ScriptError) in
                try clip(call).isEnabled2 = call.bool(0)
                return .undefined
            }),
        NativeMember(
            property: "trackAsMenu", ":Boolean",
            get: { (call) throws(ScriptError) in Value(try clip(call).tracksAsMenu2) },
            set: { (call) throws(ScriptError) in
                try clip(call).tracksAsMenu2 = call.bool(0)
                return .undefined
            }),
        NativeMember(method: "play", "():void") { (call) throws(ScriptError) in
            try clip(call).isPlaying = true
            return .undefined
        },
        NativeMember(method: "stop", "():void") { (call) throws(ScriptError) in
            try clip(call).isPlaying = false
            return .undefined
        },
        NativeMember(method: "nextFrame", "():void") { (call) throws(ScriptError) in
            let clip = try clip(call)
            if clip.currentFrame < clip.totalFrames {
                clip.gotoByScript2(frame: clip.currentFrame + 1, andPlay: false)
            } else {
                clip.isPlaying = false
            }
            return .undefined
        },
        NativeMember(method: "prevFrame", "():void") { (call) throws(ScriptError) in
            let clip = try clip(call)
            if clip.currentFrame > 1 {
                clip.gotoByScript2(frame: clip.currentFrame - 1, andPlay: false)
            } else {
                clip.isPlaying = false
            }
            return .undefined
        },
        NativeMember(method: "gotoAndPlay", "(frame:Object, scene:String = null):void") { (call) throws(ScriptError) in
            try goto(call, andPlay: true)
        },
        NativeMember(method: "gotoAndStop", "(frame:Object, scene:String = null):void") { (call) throws(ScriptError) in
            try goto(call, andPlay: false)
        },
        NativeMember(method: "nextScene", "():void") { (call) throws(ScriptError) in
            let clip = try clip(call)
            // Quirk: the last scene begins anew.
            let next = clip.sceneList.first { $0.start > clip.currentFrame }?.start ?? clip.sceneStart
            clip.gotoByScript2(frame: next, andPlay: clip.isPlaying)
            return .undefined
        },
        NativeMember(method: "prevScene", "():void") { (call) throws(ScriptError) in
            let clip = try clip(call)
            let start = clip.sceneStart
            // Quirk: the first scene begins anew.
            let previous = clip.sceneList.last { $0.start < start }?.start ?? start
            clip.gotoByScript2(frame: previous, andPlay: clip.isPlaying)
            return .undefined
        },
        NativeMember(method: "addFrameScript", "(...rest):void", addFrameScript),
    ]

    private static func clip(_ call: NativeCall) throws(ScriptError) -> MovieClip {
        guard let clip = try call.display() as? MovieClip else { throw call.machine.nullReference(call.this) }
        return clip
    }

    private static let addFrameScript: NativeBody = { (call) throws(ScriptError) in
        let clip = try clip(call)
        guard call.count >= 2 else { throw call.machine.makeError(.argument, 2085) }
        var index = 0
        while index + 1 < call.count {
            let frame = Int(try call.machine.toInt32(call[index])) + 1
            if frame >= 1 && frame <= clip.totalFrames { clip.addFrameScript(call[index + 1], frame: frame) }
            index += 2
        }
        return .undefined
    }

    /// A frame number as Flash makes one of a Number: what no int holds becomes the smallest one, and as frames count
    /// from 0 inside, that is one below and wraps around to the largest.
    private static func frameNumber(_ number: Double) -> Int {
        let whole = number.rounded(.towardZero)
        let int = whole >= -2_147_483_648 && whole <= 2_147_483_647 ? Int32(whole) : .min
        return Int(int &- 1) + 1
    }

    private static func goto(_ call: NativeCall, andPlay plays: Bool) throws(ScriptError) -> Value {
        let clip = try clip(call)
        var scene = clip.sceneRange
        let isNamed = call.string(1) != nil
        if let name = call.string(1)?.text {
            guard let named = clip.sceneRange(named: name) else {
                throw call.machine.makeError(.argument, 2108, [name])
            }
            scene = named
        }
        let text = try call.machine.toString(call[0]).text
        let number = try call.machine.toNumber(call[0])
        // Quirk: a text that is a whole number is a label only where no scene is named, and a broken number may be one.
        let isFrame = (isNamed || call[0].isNumber) && number == number.rounded(.towardZero)
        if !isFrame, let frame = label(text, of: clip, in: isNamed ? scene : nil) {
            clip.gotoByScript2(frame: frame, andPlay: plays)
        } else if !number.isNaN || call[0].isNumber {
            clip.gotoByScript2(frame: scene.start - 1 + frameNumber(number), andPlay: plays)
        } else {
            throw call.machine.makeError(.argument, 2109, [text, scene.name])
        }
        return .undefined
    }

    /// The frame with a label, of any scene where none is given. The same case comes before another one.
    private static func label(
        _ name: String, of clip: MovieClip, in scene: (name: String, start: Int, count: Int)?
    ) -> Int? {
        let labels = clip.labelList.filter { label in
            scene.map { label.frame >= $0.start && label.frame < $0.start + $0.count } ?? true
        }
        return (labels.first { $0.name == name } ?? labels.first { $0.name.lowercased() == name.lowercased() })?.frame
    }

    // MARK: Labels and scenes

    private static func labels(
        _ clip: MovieClip, _ start: Int, _ end: Int, _ call: NativeCall
    ) throws(ScriptError) -> Value {
        let buffer = ValueBuffer(call.heap)
        for label in clip.labelList where label.frame >= start && label.frame < end {
            buffer.append(
                Value(
                    try call.machine.make(
                        "flash.display.FrameLabel", [call.text(label.name), Value(label.frame - start + 1)])))
        }
        return Value(call.machine.makeArray(buffer.elements))
    }

    private static let currentLabels: NativeBody = { (call) throws(ScriptError) in
        let clip = try clip(call)
        let scene = clip.sceneRange
        return try labels(clip, scene.start, scene.start + scene.count, call)
    }

    private static func scene(
        _ scene: (name: String, start: Int, count: Int), _ call: NativeCall
    ) throws(ScriptError) -> Value {
        let clip = try clip(call)
        return Value(
            try call.machine.make(
                "flash.display.Scene",
                [
                    call.text(scene.name), try labels(clip, scene.start, scene.start + scene.count, call),
                    Value(scene.count),
                ]))
    }

    private static let scenes: NativeBody = { (call) throws(ScriptError) in
        let clip = try clip(call)
        let buffer = ValueBuffer(call.heap)
        let list = clip.sceneList.isEmpty ? [(name: clip.sceneRange.name, start: 1)] : clip.sceneList
        for (index, entry) in list.enumerated() {
            let end = index + 1 < list.count ? list[index + 1].start : clip.totalFrames + 1
            buffer.append(try scene((entry.name, entry.start, end - entry.start), call))
        }
        return Value(call.machine.makeArray(buffer.elements))
    }
}
