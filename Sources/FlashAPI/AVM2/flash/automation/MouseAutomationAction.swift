import AVM
import AVM2

/// `flash.automation.MouseAutomationAction`.
enum MouseAutomationActionClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.automation.MouseAutomationAction",
            "(type:String, stageX:Number = 0, stageY:Number = 0, delta:int = 0)",
            [
                Field("stageX", ":Number"), Field("stageY", ":Number"), Field("delta", ":int"),
            ])
        face.base = "flash.automation.AutomationAction"
        face.firstSlot = AutomationActionClass.face.slotEnd
        face.argumentStart = 0
        return face
    }()

    static let table = face.table {
        [
            .text("MIDDLE_MOUSE_DOWN", "middleMouseDown"), .text("MIDDLE_MOUSE_UP", "middleMouseUp"),
            .text("MOUSE_DOWN", "mouseDown"), .text("MOUSE_MOVE", "mouseMove"), .text("MOUSE_UP", "mouseUp"),
            .text("MOUSE_WHEEL", "mouseWheel"), .text("RIGHT_MOUSE_DOWN", "rightMouseDown"),
            .text("RIGHT_MOUSE_UP", "rightMouseUp"),
        ]
    }
}
