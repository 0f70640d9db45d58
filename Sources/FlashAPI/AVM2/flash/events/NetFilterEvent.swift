import AVM
import AVM2
import Player

/// `flash.events.NetFilterEvent`.
enum NetFilterEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.NetFilterEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, \
            header:flash.utils.ByteArray = null, data:flash.utils.ByteArray = null)
            """)
        face.fields = [
            Field("header", ":flash.utils.ByteArray"), Field("data", ":flash.utils.ByteArray"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "header", "data",
        ]
        return face
    }()

    static let table = face.table()
}
