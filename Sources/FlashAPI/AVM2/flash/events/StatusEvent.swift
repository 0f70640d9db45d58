import AVM
import AVM2
import Player

/// `flash.events.StatusEvent`.
enum StatusEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.StatusEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, code:String = "", \
            level:String = "")
            """)
        face.fields = [
            Field("code", ":String"), Field("level", ":String"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "code", "level",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("STATUS", "status")
        ]
    }
}
