import AVM2

/// `flash.text.engine.TypographicCase`.
enum TypographicCaseClass {
    static let table = NativeClassTable.constants("flash.text.engine.TypographicCase", since: 10) {
        [
            .text("CAPS", "caps"), .text("CAPS_AND_SMALL_CAPS", "capsAndSmallCaps"), .text("DEFAULT", "default"),
            .text("LOWERCASE", "lowercase"), .text("SMALL_CAPS", "smallCaps"), .text("TITLE", "title"),
            .text("UPPERCASE", "uppercase"),
        ]
    }
}
