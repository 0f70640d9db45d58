import AVM2

/// `flash.display.StageDisplayState`.
enum StageDisplayStateClass {
    static let table = NativeClassTable.constants("flash.display.StageDisplayState") {
        [
            .text("FULL_SCREEN", "fullScreen"), .text("FULL_SCREEN_INTERACTIVE", "fullScreenInteractive"),
            .text("NORMAL", "normal"),
        ]
    }
}
