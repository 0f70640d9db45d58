import AVM
import AVM2
import Player

/// `flash.events.PressAndTapGestureEvent`.
enum PressAndTapGestureEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.PressAndTapGestureEvent",
            """
            (type:String, bubbles:Boolean = true, cancelable:Boolean = false, phase:String = null, \
            localX:Number = 0, localY:Number = 0, tapLocalX:Number = 0, tapLocalY:Number = 0, \
            ctrlKey:Boolean = false, altKey:Boolean = false, shiftKey:Boolean = false)
            """)
        face.base = "flash.events.GestureEvent"
        face.firstSlot = GestureEventClass.face.slotEnd
        face.fields = [
            Field("tapLocalX", ":Number"), Field("tapLocalY", ":Number"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "phase", "localX", "localY", "tapLocalX", "tapLocalY",
            "ctrlKey", "altKey", "shiftKey",
        ]
        face.argumentSlots = [
            EventSlot.end, EventSlot.end + 1, EventSlot.end + 2, GestureEventClass.face.slotEnd,
            GestureEventClass.face.slotEnd + 1, EventSlot.end + 3, EventSlot.end + 4, EventSlot.end + 5,
        ]
        return face
    }()

    static let table = face.table(
        {
            [
                .text("GESTURE_PRESS_AND_TAP", "gesturePressAndTap")
            ]
        },
        members: {
            [
                EventPoint.member("tapStageX", x: face.firstSlot, y: face.firstSlot + 1, isX: true),
                EventPoint.member("tapStageY", x: face.firstSlot, y: face.firstSlot + 1, isX: false),
            ]
        })
}
