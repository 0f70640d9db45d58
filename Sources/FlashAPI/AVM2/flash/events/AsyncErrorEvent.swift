import AVM
import AVM2
import Player

/// `flash.events.AsyncErrorEvent`.
enum AsyncErrorEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.AsyncErrorEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, text:String = "", \
            error:Error = null)
            """)
        face.base = "flash.events.ErrorEvent"
        face.firstSlot = ErrorEventClass.face.slotEnd
        face.fields = [
            Field("error", ":Error")
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "text", "error",
        ]
        face.argumentSlots = [
            EventSlot.end, ErrorEventClass.face.slotEnd,
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("ASYNC_ERROR", "asyncError")
        ]
    }
}
