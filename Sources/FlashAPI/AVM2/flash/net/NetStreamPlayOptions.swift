import AVM
import AVM2

/// `flash.net.NetStreamPlayOptions`.
enum NetStreamPlayOptionsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.net.NetStreamPlayOptions", "()",
            [
                Field(variable: "streamName", ":String"), Field(variable: "oldStreamName", ":String"),
                Field(variable: "start", ":Number"), Field(variable: "len", ":Number"),
                Field(variable: "offset", ":Number"), Field(variable: "transition", ":String"),
            ])
        face.base = "flash.events.EventDispatcher"
        face.since = 10
        face.flags = .dynamic
        return face
    }()

    static let table = face.table()
}
