import AVM2

/// `flash.text.TextFieldType`.
enum TextFieldTypeClass {
    static let table = NativeClassTable.constants("flash.text.TextFieldType") {
        [
            .text("INPUT", "input"), .text("DYNAMIC", "dynamic"),
        ]
    }
}
