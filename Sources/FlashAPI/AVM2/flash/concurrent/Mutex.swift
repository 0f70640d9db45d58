import AVM
import AVM2

/// `flash.concurrent.Mutex`.
enum MutexClass {
    static let face: DataFace = {
        var face = DataFace("flash.concurrent.Mutex", "()", [])
        face.since = 17
        face.flags = .final
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missing: "lock", "():void"),
            NativeMember(missing: "tryLock", "():Boolean"),
            NativeMember(missing: "unlock", "():void"),
        ]
    })
}
