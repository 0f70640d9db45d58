import AVM
import AVM2
import Player

/// `flash.events.SecurityErrorEvent`.
enum SecurityErrorEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.SecurityErrorEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false, text:String = \"\", id:int = 0)")
        face.base = "flash.events.ErrorEvent"
        face.firstSlot = ErrorEventClass.face.slotEnd
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "text",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("SECURITY_ERROR", "securityError")
        ]
    }
}
