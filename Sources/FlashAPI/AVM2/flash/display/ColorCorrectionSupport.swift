import AVM2

/// `flash.display.ColorCorrectionSupport`.
enum ColorCorrectionSupportClass {
    static let table = NativeClassTable.constants("flash.display.ColorCorrectionSupport") {
        [
            .text("UNSUPPORTED", "unsupported"), .text("DEFAULT_ON", "defaultOn"),
            .text("DEFAULT_OFF", "defaultOff"),
        ]
    }
}
