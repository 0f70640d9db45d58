import AVM
import AVM2
import Player

/// `flash.events.UncaughtErrorEvent`.
enum UncaughtErrorEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.UncaughtErrorEvent",
            """
            (type:String = "uncaughtError", bubbles:Boolean = true, cancelable:Boolean = true, \
            error_in:* = null)
            """)
        face.base = "flash.events.ErrorEvent"
        face.firstSlot = ErrorEventClass.face.slotEnd
        face.fields = [
            Field(readOnly: "error", ":*")
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "error",
        ]
        face.argumentSlots = [
            ErrorEventClass.face.slotEnd
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("UNCAUGHT_ERROR", "uncaughtError")
        ]
    }
}
