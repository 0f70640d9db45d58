import AVM
import AVM2
import Player

/// `flash.events.TransformGestureEvent`.
enum TransformGestureEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.TransformGestureEvent",
            """
            (type:String, bubbles:Boolean = true, cancelable:Boolean = false, phase:String = null, \
            localX:Number = 0, localY:Number = 0, scaleX:Number = 1, scaleY:Number = 1, rotation:Number = 0, \
            offsetX:Number = 0, offsetY:Number = 0, ctrlKey:Boolean = false, altKey:Boolean = false, \
            shiftKey:Boolean = false, velocity:Number = 0)
            """)
        face.base = "flash.events.GestureEvent"
        face.firstSlot = GestureEventClass.face.slotEnd
        face.fields = [
            Field("scaleX", ":Number"), Field("scaleY", ":Number"), Field("rotation", ":Number"),
            Field("offsetX", ":Number"), Field("offsetY", ":Number"), Field("velocity", ":Number"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "phase", "localX", "localY", "scaleX", "scaleY",
            "rotation", "offsetX", "offsetY", "ctrlKey", "altKey", "shiftKey", "velocity",
        ]
        face.argumentSlots = [
            EventSlot.end, EventSlot.end + 1, EventSlot.end + 2, GestureEventClass.face.slotEnd,
            GestureEventClass.face.slotEnd + 1, GestureEventClass.face.slotEnd + 2,
            GestureEventClass.face.slotEnd + 3, GestureEventClass.face.slotEnd + 4, EventSlot.end + 3,
            EventSlot.end + 4, EventSlot.end + 5, GestureEventClass.face.slotEnd + 5,
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("GESTURE_PAN", "gesturePan"), .text("GESTURE_ROTATE", "gestureRotate"),
            .text("GESTURE_SWIPE", "gestureSwipe"), .text("GESTURE_ZOOM", "gestureZoom"),
        ]
    }
}
