import AVM
import AVM2
import Player

/// `flash.events.DataEvent`.
enum DataEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.DataEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false, data:String = \"\")")
        face.base = "flash.events.TextEvent"
        face.firstSlot = TextEventClass.face.slotEnd
        face.fields = [
            Field("data", ":String")
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "data",
        ]
        face.argumentSlots = [
            TextEventClass.face.slotEnd
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("DATA", "data"), .text("UPLOAD_COMPLETE_DATA", "uploadCompleteData"),
        ]
    }
}
