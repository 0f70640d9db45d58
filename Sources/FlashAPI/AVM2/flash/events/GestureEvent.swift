import AVM
import AVM2
import Player

/// `flash.events.GestureEvent`.
enum GestureEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.GestureEvent",
            """
            (type:String, bubbles:Boolean = true, cancelable:Boolean = false, phase:String = null, \
            localX:Number = 0, localY:Number = 0, ctrlKey:Boolean = false, altKey:Boolean = false, \
            shiftKey:Boolean = false)
            """)
        face.fields = [
            Field("phase", ":String"), Field("localX", ":Number"), Field("localY", ":Number"),
            Field("ctrlKey", ":Boolean"), Field("altKey", ":Boolean"), Field("shiftKey", ":Boolean"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "localX", "localY", "ctrlKey", "altKey", "shiftKey",
        ]
        return face
    }()

    static let table = face.table(
        {
            [
                .text("GESTURE_TWO_FINGER_TAP", "gestureTwoFingerTap")
            ]
        },
        members: {
            [
                EventPoint.member("stageX", x: face.firstSlot + 1, y: face.firstSlot + 2, isX: true),
                EventPoint.member("stageY", x: face.firstSlot + 1, y: face.firstSlot + 2, isX: false),
            ]
        })
}
