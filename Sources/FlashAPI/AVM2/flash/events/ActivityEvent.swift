import AVM
import AVM2
import Player

/// `flash.events.ActivityEvent`.
enum ActivityEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.ActivityEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false, activating:Boolean = false)")
        face.fields = [
            Field("activating", ":Boolean")
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "activating",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("ACTIVITY", "activity")
        ]
    }
}
