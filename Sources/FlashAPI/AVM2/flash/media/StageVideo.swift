import AVM
import AVM2

/// `flash.media.StageVideo`.
enum StageVideoClass {
    static let face: DataFace = {
        var face = DataFace("flash.media.StageVideo", "()", [])
        face.base = "flash.events.EventDispatcher"
        face.since = 11
        face.flags = .abstract
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missingProperty: "viewPort", ":flash.geom.Rectangle"),
            NativeMember(missingProperty: "videoWidth", ":int"),
            NativeMember(missingProperty: "videoHeight", ":int"),
            NativeMember(missing: "attachNetStream", "(netStream:flash.net.NetStream):void"),
        ]
    })
}
