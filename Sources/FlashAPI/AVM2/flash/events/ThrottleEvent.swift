import AVM
import AVM2
import Player

/// `flash.events.ThrottleEvent`.
enum ThrottleEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.ThrottleEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, state:String = null, \
            targetFrameRate:Number = 0)
            """)
        face.fields = [
            Field(readOnly: "state", ":String"), Field(readOnly: "targetFrameRate", ":Number"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "state", "targetFrameRate",
        ]
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("THROTTLE", "Throttle")
        ]
    }
}
