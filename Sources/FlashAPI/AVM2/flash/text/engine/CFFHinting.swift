import AVM2

/// `flash.text.engine.CFFHinting`.
enum CFFHintingClass {
    static let table = NativeClassTable.constants("flash.text.engine.CFFHinting", since: 10) {
        [
            .text("HORIZONTAL_STEM", "horizontalStem"), .text("NONE", "none"),
        ]
    }
}
