import AVM
import AVM2
import Player

/// `flash.events.ErrorEvent`.
enum ErrorEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.ErrorEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false, text:String = \"\", id:int = 0)")
        face.base = "flash.events.TextEvent"
        face.firstSlot = TextEventClass.face.slotEnd
        face.fields = [
            Field(readOnly: "errorID", ":int")
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "text",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("ERROR", "error")
        ]
    }
}
