import AVM
import AVM2
import Player

/// `flash.media.Video`.
enum VideoClass3 {
    /// Sides in twips fit into an int, and the area into 29 bits.
    private static let sideLimit = Int32.max / 20
    private static let areaLimit: Int64 = 1 << 29

    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.media.Video", base: "flash.display.DisplayObject",
            constructor: "(width:int = 320, height:int = 240)")
        table.makeState = { machine, traits in
            (machine.host as? AVM2Runtime)?.makeDisplayState(traits) { $0.makeVideo() }
        }
        table.initialize = { (call) throws(ScriptError) in
            let (width, height) = (call.int(0), call.int(1))
            guard width >= 0, height >= 0, width <= sideLimit, height <= sideLimit,
                Int64(width) * Int64(height) < areaLimit
            else { throw call.machine.makeError(.range, 2006) }
            guard let video = try call.display() as? VideoObject, width > 0, height > 0 else { return .undefined }
            video.size = (width, height)
            return .undefined
        }
        table.members = { members }
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(
            property: "deblocking", ":int",
            get: { (call) throws(ScriptError) in Value(try video(call).deblocking) },
            set: { (call) throws(ScriptError) in
                try video(call).deblocking = call.int(0)
                return .undefined
            }),
        NativeMember(
            property: "smoothing", ":Boolean",
            get: { (call) throws(ScriptError) in Value(try video(call).isSmoothed) },
            set: { (call) throws(ScriptError) in
                try video(call).isSmoothed = call.bool(0)
                return .undefined
            }),
        NativeMember(get: "videoWidth", ":int") { (call) throws(ScriptError) in Value(try video(call).videoSize.width)
        },
        NativeMember(get: "videoHeight", ":int") { (call) throws(ScriptError) in
            Value(try video(call).videoSize.height)
        },
        NativeMember(missing: "attachCamera", "(camera:flash.media.Camera):void"),
        NativeMember(method: "attachNetStream", "(netStream:flash.net.NetStream):void") { (call) throws(ScriptError) in
            let stream = call.object(0)
            let state = stream?.native(as: NetStreamState.self)
            let shown = stream.flatMap { stream in
                state.map { NetStreamPlayback.makeStream($0, stream, call.runtime) }
            }
            try video(call).attach(shown, script: stream)
            return .undefined
        },
        NativeMember(method: "clear", "():void") { (call) throws(ScriptError) in
            try video(call).clear()
            return .undefined
        },
    ]

    private static func video(_ call: NativeCall) throws(ScriptError) -> VideoObject {
        guard let video = try call.display() as? VideoObject else { throw call.machine.nullReference(call.this) }
        return video
    }
}
