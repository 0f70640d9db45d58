import AVM
import AVM2

/// `flash.automation.AutomationAction`.
enum AutomationActionClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.automation.AutomationAction", "()",
            [
                Field("type", ":String")
            ])
        face.hasEmptyTexts = true
        return face
    }()

    static let table = face.table()
}
