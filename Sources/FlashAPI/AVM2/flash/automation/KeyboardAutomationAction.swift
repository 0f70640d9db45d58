import AVM
import AVM2

/// `flash.automation.KeyboardAutomationAction`.
enum KeyboardAutomationActionClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.automation.KeyboardAutomationAction", "(type:String, keyCode:uint = 0)",
            [
                Field("keyCode", ":uint")
            ])
        face.base = "flash.automation.AutomationAction"
        face.firstSlot = AutomationActionClass.face.slotEnd
        face.argumentStart = 0
        return face
    }()

    static let table = face.table {
        [
            .text("KEY_DOWN", "keyDown"), .text("KEY_UP", "keyUp"),
        ]
    }
}
