import AVM2

/// `flash.text.FontStyle`.
enum FontStyleClass {
    static let table = NativeClassTable.constants("flash.text.FontStyle") {
        [
            .text("REGULAR", "regular"), .text("BOLD", "bold"), .text("ITALIC", "italic"),
            .text("BOLD_ITALIC", "boldItalic"),
        ]
    }
}
