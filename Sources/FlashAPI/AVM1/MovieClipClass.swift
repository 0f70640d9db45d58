import AVM
import AVM1
import Base
import Player

/// The `MovieClip` class.
enum MovieClipClass {
    private static let methods: [NativeMethod] = [
        NativeMethod(
            "play",
            method { clip, _ in
                clip.isPlaying = true; return .undefined
            }),
        NativeMethod(
            "stop",
            method { clip, _ in
                clip.isPlaying = false; return .undefined
            }),
    ]

    static func install(on runtime: AVM1Runtime) {
        var row = NativeClass("MovieClip")
        row.methods = methods
        runtime.machine.prototypes.movieClip = runtime.machine.install(row).prototype
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
}
