import AVM
import AVM1
import Base
import Player

/// The `MovieClip` class. Its methods are in files by topic beside this one.
enum MovieClipClass {
    private static let constants: [NativeConstant] = [
        NativeConstant("useHandCursor", .bool(true), .hidden),
        NativeConstant("enabled", .bool(true), .hidden),
    ]

    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        var row = NativeClass("MovieClip")
        row.methods = timelineMethods + childMethods + placeMethods + drawingMethods + loadingMethods
        row.properties = properties
        row.constants = constants
        machine.prototypes.movieClip = machine.install(row).prototype
        ObjectRegistration.install(on: runtime)
    }

    /// A method of a clip that is on the stage; undefined for anything else.
    static func method(
        _ body: @escaping @Sendable (MovieClip, Call) throws(ScriptError) -> Value
    ) -> NativeBody {
        { (call) throws(ScriptError) -> Value in
            guard let object = call.this.object, let live = call.machine.host.liveClip(object),
                let clip = live.displayObject as? MovieClip
            else { return .undefined }
            return try body(clip, call)
        }
    }

    /// The same for a method that returns nothing.
    static func command(
        _ body: @escaping @Sendable (MovieClip, Call) throws(ScriptError) -> Void
    ) -> NativeBody {
        method { (clip, call) throws(ScriptError) -> Value in
            try body(clip, call)
            return .undefined
        }
    }

    // MARK: The timeline

    private static let timelineMethods: [NativeMethod] = [
        NativeMethod("play", command { clip, _ in clip.isPlaying = true }),
        NativeMethod("stop", command { clip, _ in clip.isPlaying = false }),
        NativeMethod("nextFrame", command { clip, _ in clip.goto(frame: clip.currentFrame + 1, andPlay: false) }),
        NativeMethod("prevFrame", command { clip, _ in clip.goto(frame: clip.currentFrame - 1, andPlay: false) }),
        NativeMethod("gotoAndPlay", command(gotoAndPlay)),
        NativeMethod("gotoAndStop", command(gotoAndStop)),
        NativeMethod("getSWFVersion", method { clip, _ in Value(Int(clip.swfVersion)) }),
        NativeMethod("getBytesLoaded", method { clip, _ in Value(clip.bytesTotal) }),
        NativeMethod("getBytesTotal", method { clip, _ in Value(clip.bytesTotal) }),
    ]

    private static func gotoAndPlay(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        try goto(clip, call, andPlay: true)
    }

    private static func gotoAndStop(_ clip: MovieClip, _ call: Call) throws(ScriptError) {
        try goto(clip, call, andPlay: false)
    }

    /// A number, or a label; a scene before them is ignored, as Flash does.
    private static func goto(_ clip: MovieClip, _ call: Call, andPlay: Bool) throws(ScriptError) {
        guard call.count > 0, let script = clip.avm1Object() else { return }
        let value = call[call.count > 1 ? 1 : 0]
        if value.isNumber {
            let number = value.unsafeNumber
            // A fraction names no frame.
            guard number == number.rounded(.towardZero) else { return }
            call.machine.host.goto(frame: Int(try call.machine.toInt32(value)), of: script, andPlay: andPlay)
            return
        }
        // A path before a ":" names another clip.
        let text = try call.machine.toString(value)
        var (target, label) = (script, text)
        if let split = text.units.lastIndex(of: 0x3A) {
            let path = call.heap.makeString(utf16: Array(text.units[..<split]))
            label = call.heap.makeString(utf16: Array(text.units[(split + 1)...]))
            guard let named = try call.machine.clip(atPath: path, from: script) else { return }
            target = named
        }
        if let frame = call.machine.host.frame(named: label, of: target) {
            call.machine.host.goto(frame: frame, of: target, andPlay: andPlay)
        }
    }
}

/// `Object.registerClass`, which ties an exported name to a class.
enum ObjectRegistration {
    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        guard let object = machine.global.ownValue(machine.atom("Object"))?.object else { return }
        machine.install(
            [NativeMethod("registerClass", { (call) throws(ScriptError) in try register(call.runtime, call) })],
            on: object)
    }

    private static func register(_ runtime: AVM1Runtime, _ call: Call) throws(ScriptError) -> Value {
        guard call.count >= 2 else { return .false }
        let name = try call.machine.toString(call[0]).text
        let isCaseSensitive = call.dialect.isCaseSensitive
        if let constructor = call[1].object, constructor.flags.contains(.callable) {
            runtime.register(constructor, for: name, isCaseSensitive: isCaseSensitive)
        } else if call[1].isNullish {
            runtime.register(nil, for: name, isCaseSensitive: isCaseSensitive)
        } else {
            return .false
        }
        return .true
    }
}
