import AVM2

/// `flash.display.LineScaleMode`.
enum LineScaleModeClass {
    static let table = NativeClassTable.constants("flash.display.LineScaleMode") {
        [
            .text("NORMAL", "normal"), .text("VERTICAL", "vertical"), .text("HORIZONTAL", "horizontal"),
            .text("NONE", "none"),
        ]
    }
}
