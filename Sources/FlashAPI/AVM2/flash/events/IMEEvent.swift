import AVM
import AVM2
import Player

/// `flash.events.IMEEvent`.
enum IMEEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.IMEEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, text:String = "", \
            imeClient:flash.text.ime.IIMEClient = null)
            """)
        face.base = "flash.events.TextEvent"
        face.firstSlot = TextEventClass.face.slotEnd
        face.fields = [
            Field("imeClient", ":flash.text.ime.IIMEClient")
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "text", "imeClient",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("IME_COMPOSITION", "imeComposition"), .text("IME_START_COMPOSITION", "imeStartComposition"),
        ]
    }
}
