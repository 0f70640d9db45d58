import AVM
import AVM2

/// `flash.media.AVSource`.
enum AVSourceClass {
    static let face: DataFace = {
        var face = DataFace("flash.media.AVSource", "()", [])
        face.base = "flash.events.EventDispatcher"
        face.since = 30
        return face
    }()

    static let table = face.table()
}
