import AVM2

/// `flash.display.PixelSnapping`.
enum PixelSnappingClass {
    static let table = NativeClassTable.constants("flash.display.PixelSnapping") {
        [
            .text("NEVER", "never"), .text("ALWAYS", "always"), .text("AUTO", "auto"),
        ]
    }
}
