import AVM
import AVM2
import Player

/// `flash.events.AVLoadInfoEvent`.
enum AVLoadInfoEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.AVLoadInfoEvent",
            """
            (type:String = "avLoadInfo", bubbles:Boolean = false, cancelable:Boolean = false, \
            inLoadInfo:flash.utils.Dictionary = null)
            """)
        face.fields = [
            Field(readOnly: "loadInfo", ":flash.utils.Dictionary")
        ]
        face.clones = false
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("AV_LOAD_INFO", "avLoadInfo")
        ]
    }
}
