import AVM2

/// `flash.text.TextColorType`.
enum TextColorTypeClass {
    static let table = NativeClassTable.constants("flash.text.TextColorType") {
        [
            .text("DARK_COLOR", "dark"), .text("LIGHT_COLOR", "light"),
        ]
    }
}
