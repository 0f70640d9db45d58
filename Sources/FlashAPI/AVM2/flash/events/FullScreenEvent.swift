import AVM
import AVM2
import Player

/// `flash.events.FullScreenEvent`.
enum FullScreenEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.FullScreenEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, fullScreen:Boolean = false, \
            interactive:Boolean = false)
            """)
        face.base = "flash.events.ActivityEvent"
        face.firstSlot = ActivityEventClass.face.slotEnd
        face.fields = [
            Field(readOnly: "fullScreen", ":Boolean"), Field(readOnly: "interactive", ":Boolean"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "fullScreen", "interactive",
        ]
        face.argumentSlots = [
            ActivityEventClass.face.slotEnd, ActivityEventClass.face.slotEnd + 1,
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("FULL_SCREEN", "fullScreen"),
            .text("FULL_SCREEN_INTERACTIVE_ACCEPTED", "fullScreenInteractiveAccepted"),
        ]
    }
}
