import AVM
import AVM1
import Player

/// The `Video` class: a video on the stage, which shows what the movie holds or the pictures of a stream.
enum VideoClass {
    static func install(on runtime: AVM1Runtime) {
        var row = NativeClass("Video", constructor: { _ in .undefined })
        row.methods = [NativeMethod("attachVideo", attachVideo), NativeMethod("clear", clear)]
        runtime.machine.install(row)
        runtime.prepareVideo = { [unowned runtime] prototype in
            runtime.machine.install(properties, on: prototype)
        }
    }

    /// Quirk: the prototype has these from the moment when the first video is on the stage.
    private static let properties: [NativeProperty] = [
        NativeProperty(
            "smoothing", get: { call in video(call).map { Value($0.isSmoothed) } ?? .undefined },
            set: { call in
                video(call)?.isSmoothed = call.machine.toBool(call[0])
                return .undefined
            }),
        NativeProperty(
            "deblocking", get: { call in video(call).map { Value($0.deblocking) } ?? .undefined },
            set: { (call) throws(ScriptError) in
                let mode = try call.machine.toInt32(call[0])
                video(call)?.deblocking = mode
                return .undefined
            }),
        NativeProperty("height", get: { call in video(call).map { Value($0.streamSize.height) } ?? .undefined }),
        NativeProperty("width", get: { call in video(call).map { Value($0.streamSize.width) } ?? .undefined }),
    ]

    private static func video(_ call: Call) -> VideoObject? { call.this.object?.displayObject as? VideoObject }

    /// `attachVideo(stream)`: null takes it away again. A camera shows nothing: there is none.
    private static func attachVideo(_ call: Call) -> Value {
        guard let video = video(call) else { return .undefined }
        let script = call[0].object
        guard let stream = NetStreamClass.stream(of: script) else {
            video.attach(nil, script: nil)
            return .undefined
        }
        video.attach(stream, script: script)
        return .undefined
    }

    private static func clear(_ call: Call) -> Value {
        video(call)?.clear()
        return .undefined
    }
}
