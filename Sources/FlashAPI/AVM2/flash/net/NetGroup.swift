import AVM
import AVM2

/// `flash.net.NetGroup`.
enum NetGroupClass {
    static let face: DataFace = {
        var face = DataFace("flash.net.NetGroup", "(connection:flash.net.NetConnection, groupspec:String)", [])
        face.base = "flash.events.EventDispatcher"
        face.since = 10
        face.keepsArguments = false
        return face
    }()

    static let table = face.table()
}
