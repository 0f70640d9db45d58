import AVM
import AVM2

/// `flash.system.Worker`.
enum WorkerClass {
    static let face: DataFace = {
        var face = DataFace("flash.system.Worker", "()", [])
        face.base = "flash.events.EventDispatcher"
        face.since = 17
        face.flags = [.abstract, .final]
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missingProperty: "state", ":String"),
            NativeMember(missingProperty: "isPrimordial", ":Boolean"),
            NativeMember(missing: "start", "():void"),
            NativeMember(missing: "terminate", "():Boolean"),
            NativeMember(missing: "setSharedProperty", "(key:String, value:*):void"),
            NativeMember(missing: "getSharedProperty", "(key:String):*"),
            NativeMember(missing: "createMessageChannel", "(receiver:flash.system.Worker):flash.system.MessageChannel"),
        ]
    })
}
