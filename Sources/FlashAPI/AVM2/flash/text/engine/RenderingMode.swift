import AVM2

/// `flash.text.engine.RenderingMode`.
enum RenderingModeClass {
    static let table = NativeClassTable.constants("flash.text.engine.RenderingMode", since: 10) {
        [
            .text("CFF", "cff"), .text("NORMAL", "normal"),
        ]
    }
}
