import AVM
import AVM2

/// `flash.media.AVStream`.
enum AVStreamClass {
    static let face: DataFace = {
        var face = DataFace("flash.media.AVStream", "()", [])
        face.base = "flash.events.EventDispatcher"
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("HARDWARE", "hardware"), .text("SOFTWARE", "sofware"), .text("UNDEFINED", "undefined"),
        ]
    }
}
