import AVM2

/// `flash.display.StageScaleMode`.
enum StageScaleModeClass {
    static let table = NativeClassTable.constants("flash.display.StageScaleMode") {
        [
            .text("SHOW_ALL", "showAll"), .text("EXACT_FIT", "exactFit"), .text("NO_BORDER", "noBorder"),
            .text("NO_SCALE", "noScale"),
        ]
    }
}
