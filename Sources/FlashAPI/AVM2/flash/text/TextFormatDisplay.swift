import AVM2

/// `flash.text.TextFormatDisplay`.
enum TextFormatDisplayClass {
    static let table = NativeClassTable.constants("flash.text.TextFormatDisplay") {
        [
            .text("BLOCK", "block"), .text("INLINE", "inline"),
        ]
    }
}
