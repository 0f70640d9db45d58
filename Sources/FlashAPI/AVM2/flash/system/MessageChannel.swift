import AVM
import AVM2

/// `flash.system.MessageChannel`.
enum MessageChannelClass {
    static let face: DataFace = {
        var face = DataFace("flash.system.MessageChannel", "()", [])
        face.base = "flash.events.EventDispatcher"
        face.since = 17
        face.flags = [.abstract, .final]
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missingProperty: "messageAvailable", ":Boolean"),
            NativeMember(missingProperty: "state", ":String"),
            NativeMember(missing: "send", "(arg:*, queueLimit:int = -1):void"),
            NativeMember(missing: "receive", "(blockUntilReceived:Boolean = false):*"),
            NativeMember(missing: "close", "():void"),
        ]
    })
}
