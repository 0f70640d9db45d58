import AVM
import AVM2
import Player

/// `flash.events.TouchEvent`.
enum TouchEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.TouchEvent",
            """
            (type:String, bubbles:Boolean = true, cancelable:Boolean = false, touchPointID:int = 0, \
            isPrimaryTouchPoint:Boolean = false, localX:Number = NaN, localY:Number = NaN, sizeX:Number = NaN, \
            sizeY:Number = NaN, pressure:Number = NaN, relatedObject:flash.display.InteractiveObject = null, \
            ctrlKey:Boolean = false, altKey:Boolean = false, shiftKey:Boolean = false)
            """)
        face.fields = [
            Field("touchPointID", ":int"), Field("isPrimaryTouchPoint", ":Boolean"), Field("localX", ":Number"),
            Field("localY", ":Number"), Field("sizeX", ":Number"), Field("sizeY", ":Number"),
            Field("pressure", ":Number"), Field("relatedObject", ":flash.display.InteractiveObject"),
            Field("ctrlKey", ":Boolean"), Field("altKey", ":Boolean"), Field("shiftKey", ":Boolean"),
            Field("isRelatedObjectInaccessible", ":Boolean"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "touchPointID", "isPrimaryTouchPoint", "localX", "localY",
            "stageX", "stageY", "sizeX", "sizeY", "pressure", "relatedObject", "ctrlKey", "altKey", "shiftKey",
        ]
        return face
    }()

    static let table = face.table(
        {
            [
                .text("PROXIMITY_BEGIN", "proximityBegin"), .text("PROXIMITY_END", "proximityEnd"),
                .text("PROXIMITY_MOVE", "proximityMove"), .text("PROXIMITY_OUT", "proximityOut"),
                .text("PROXIMITY_OVER", "proximityOver"), .text("PROXIMITY_ROLL_OUT", "proximityRollOut"),
                .text("PROXIMITY_ROLL_OVER", "proximityRollOver"), .text("TOUCH_BEGIN", "touchBegin"),
                .text("TOUCH_END", "touchEnd"), .text("TOUCH_MOVE", "touchMove"), .text("TOUCH_OUT", "touchOut"),
                .text("TOUCH_OVER", "touchOver"), .text("TOUCH_ROLL_OUT", "touchRollOut"),
                .text("TOUCH_ROLL_OVER", "touchRollOver"), .text("TOUCH_TAP", "touchTap"),
            ]
        },
        members: {
            [
                EventPoint.member("stageX", x: face.firstSlot + 2, y: face.firstSlot + 3, isX: true),
                EventPoint.member("stageY", x: face.firstSlot + 2, y: face.firstSlot + 3, isX: false),
                EventPoint.updateAfterEvent,
            ]
        })
}
