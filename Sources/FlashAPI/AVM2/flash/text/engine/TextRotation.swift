import AVM2

/// `flash.text.engine.TextRotation`.
enum TextRotationClass {
    static let table = NativeClassTable.constants("flash.text.engine.TextRotation", since: 10) {
        [
            .text("AUTO", "auto"), .text("ROTATE_0", "rotate0"), .text("ROTATE_180", "rotate180"),
            .text("ROTATE_270", "rotate270"), .text("ROTATE_90", "rotate90"),
        ]
    }
}
