import AVM
import AVM2
import Player

/// `flash.events.MouseEvent`.
enum MouseEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.MouseEvent",
            """
            (type:String, bubbles:Boolean = true, cancelable:Boolean = false, localX:Number = NaN, \
            localY:Number = NaN, relatedObject:flash.display.InteractiveObject = null, ctrlKey:Boolean = false, \
            altKey:Boolean = false, shiftKey:Boolean = false, buttonDown:Boolean = false, delta:int = 0)
            """)
        face.fields = [
            Field("localX", ":Number"), Field("localY", ":Number"),
            Field("relatedObject", ":flash.display.InteractiveObject"), Field("ctrlKey", ":Boolean"),
            Field("altKey", ":Boolean"), Field("shiftKey", ":Boolean"), Field("buttonDown", ":Boolean"),
            Field("delta", ":int"), Field("isRelatedObjectInaccessible", ":Boolean"), Field("movementX", ":Number"),
            Field("movementY", ":Number"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "localX", "localY", "stageX", "stageY", "relatedObject",
            "ctrlKey", "altKey", "shiftKey", "buttonDown", "delta",
        ]
        return face
    }()

    static let table = face.table(
        {
            [
                .text("CLICK", "click"), .text("DOUBLE_CLICK", "doubleClick"), .text("MOUSE_DOWN", "mouseDown"),
                .text("MOUSE_MOVE", "mouseMove"), .text("MOUSE_OUT", "mouseOut"), .text("MOUSE_OVER", "mouseOver"),
                .text("MOUSE_UP", "mouseUp"), .text("RELEASE_OUTSIDE", "releaseOutside"),
                .text("MOUSE_WHEEL", "mouseWheel"), .text("ROLL_OUT", "rollOut"), .text("ROLL_OVER", "rollOver"),
                .text("MIDDLE_CLICK", "middleClick"), .text("MIDDLE_MOUSE_DOWN", "middleMouseDown"),
                .text("MIDDLE_MOUSE_UP", "middleMouseUp"), .text("RIGHT_CLICK", "rightClick"),
                .text("RIGHT_MOUSE_DOWN", "rightMouseDown"), .text("RIGHT_MOUSE_UP", "rightMouseUp"),
                .text("CONTEXT_MENU", "contextMenu"),
            ]
        },
        members: {
            [
                EventPoint.member("stageX", x: face.firstSlot + 0, y: face.firstSlot + 1, isX: true),
                EventPoint.member("stageY", x: face.firstSlot + 0, y: face.firstSlot + 1, isX: false),
                EventPoint.updateAfterEvent,
            ]
        })
}
