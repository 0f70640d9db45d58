import AVM2

/// `flash.ui.KeyboardType`.
enum KeyboardTypeClass {
    static let table = NativeClassTable.constants("flash.ui.KeyboardType") {
        [
            .text("ALPHANUMERIC", "alphanumeric"), .text("KEYPAD", "keypad"), .text("NONE", "none"),
        ]
    }
}
