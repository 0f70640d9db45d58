import AVM2

/// `flash.display.ColorCorrection`.
enum ColorCorrectionClass {
    static let table = NativeClassTable.constants("flash.display.ColorCorrection") {
        [
            .text("DEFAULT", "default"), .text("ON", "on"), .text("OFF", "off"),
        ]
    }
}
