import AVM
import AVM2

/// `flash.accessibility.AccessibilityProperties`.
enum AccessibilityPropertiesClass {
    static let face = DataFace(
        "flash.accessibility.AccessibilityProperties", "()",
        [
            Field(variable: "name", ":String"), Field(variable: "description", ":String"),
            Field(variable: "shortcut", ":String"), Field(variable: "silent", ":Boolean"),
            Field(variable: "forceSimple", ":Boolean"), Field(variable: "noAutoLabeling", ":Boolean"),
        ])

    static let table = face.table()
}
