import AVM
import AVM2

/// `flash.concurrent.Condition`.
enum ConditionClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.concurrent.Condition", "(mutex:flash.concurrent.Mutex)",
            [
                Field(readOnly: "mutex", ":flash.concurrent.Mutex")
            ])
        face.since = 17
        face.flags = .final
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missing: "notify", "():void"),
            NativeMember(missing: "notifyAll", "():void"),
            NativeMember(missing: "wait", "(timeout:Number = -1):Boolean"),
        ]
    })
}
