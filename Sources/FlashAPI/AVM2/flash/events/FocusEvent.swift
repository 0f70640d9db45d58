import AVM
import AVM2
import Player

/// `flash.events.FocusEvent`.
enum FocusEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.FocusEvent",
            """
            (type:String, bubbles:Boolean = true, cancelable:Boolean = false, \
            relatedObject:flash.display.InteractiveObject = null, shiftKey:Boolean = false, keyCode:uint = 0)
            """)
        face.fields = [
            Field("relatedObject", ":flash.display.InteractiveObject"), Field("shiftKey", ":Boolean"),
            Field("keyCode", ":uint"), Field("isRelatedObjectInaccessible", ":Boolean"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "relatedObject", "shiftKey", "keyCode",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("FOCUS_IN", "focusIn"), .text("FOCUS_OUT", "focusOut"),
            .text("KEY_FOCUS_CHANGE", "keyFocusChange"), .text("MOUSE_FOCUS_CHANGE", "mouseFocusChange"),
        ]
    }
}
