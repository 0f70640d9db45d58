import AVM
import AVM2
import Player

/// `flash.events.SoftKeyboardEvent`.
enum SoftKeyboardEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.SoftKeyboardEvent",
            """
            (type:String, bubbles:Boolean, cancelable:Boolean, \
            relatedObjectVal:flash.display.InteractiveObject, triggerTypeVal:String)
            """)
        face.fields = [
            Field("relatedObject", ":flash.display.InteractiveObject"), Field(readOnly: "triggerType", ":String"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "relatedObject", "triggerType",
        ]
        face.since = 12
        return face
    }()

    static let table = face.table {
        [
            .text("SOFT_KEYBOARD_ACTIVATE", "softKeyboardActivate"),
            .text("SOFT_KEYBOARD_ACTIVATING", "softKeyboardActivating"),
            .text("SOFT_KEYBOARD_DEACTIVATE", "softKeyboardDeactivate"),
        ]
    }
}
