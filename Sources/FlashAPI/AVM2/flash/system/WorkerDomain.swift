import AVM
import AVM2

/// `flash.system.WorkerDomain`.
enum WorkerDomainClass {
    static let face: DataFace = {
        var face = DataFace("flash.system.WorkerDomain", "()", [])
        face.since = 17
        face.flags = [.abstract, .final]
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missing: "listWorkers", "():Vector.<flash.system.Worker>"),
            NativeMember(
                missing: "createWorker",
                "(swf:flash.utils.ByteArray, giveAppPrivileges:Boolean = false):flash.system.Worker"),
        ]
    })
}
