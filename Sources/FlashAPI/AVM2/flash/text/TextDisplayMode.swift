import AVM2

/// `flash.text.TextDisplayMode`.
enum TextDisplayModeClass {
    static let table = NativeClassTable.constants("flash.text.TextDisplayMode") {
        [
            .text("CRT", "crt"), .text("LCD", "lcd"), .text("DEFAULT", "default"),
        ]
    }
}
