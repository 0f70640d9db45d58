import AVM2

/// `flash.display.StageQuality`.
enum StageQualityClass {
    static let table = NativeClassTable.constants("flash.display.StageQuality") {
        [
            .text("LOW", "low"), .text("MEDIUM", "medium"), .text("HIGH", "high"), .text("BEST", "best"),
            .text("HIGH_8X8", "8x8"), .text("HIGH_8X8_LINEAR", "8x8linear"), .text("HIGH_16X16", "16x16"),
            .text("HIGH_16X16_LINEAR", "16x16linear"),
        ]
    }
}
