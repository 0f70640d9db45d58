import AVM
import AVM2
import Player

/// `flash.events.KeyboardEvent`.
enum KeyboardEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.KeyboardEvent",
            """
            (type:String, bubbles:Boolean = true, cancelable:Boolean = false, charCodeValue:uint = 0, \
            keyCodeValue:uint = 0, keyLocationValue:uint = 0, ctrlKeyValue:Boolean = false, \
            altKeyValue:Boolean = false, shiftKeyValue:Boolean = false)
            """)
        face.fields = [
            Field("charCode", ":uint"), Field("keyCode", ":uint"), Field("keyLocation", ":uint"),
            Field("ctrlKey", ":Boolean"), Field("altKey", ":Boolean"), Field("shiftKey", ":Boolean"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "charCode", "keyCode", "keyLocation", "ctrlKey", "altKey",
            "shiftKey",
        ]
        return face
    }()

    static let table = face.table(
        {
            [
                .text("KEY_DOWN", "keyDown"), .text("KEY_UP", "keyUp"),
            ]
        },
        members: {
            [
                EventPoint.updateAfterEvent
            ]
        })
}
