import AVM2

/// `flash.text.TextFieldAutoSize`.
enum TextFieldAutoSizeClass {
    static let table = NativeClassTable.constants("flash.text.TextFieldAutoSize") {
        [
            .text("NONE", "none"), .text("LEFT", "left"), .text("CENTER", "center"), .text("RIGHT", "right"),
        ]
    }
}
