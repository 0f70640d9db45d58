import AVM2

/// `flash.system.IMEConversionMode`.
enum IMEConversionModeClass {
    static let table = NativeClassTable.constants("flash.system.IMEConversionMode") {
        [
            .text("ALPHANUMERIC_FULL", "alphanumericFull"), .text("ALPHANUMERIC_HALF", "alphanumericHalf"),
            .text("CHINESE", "chinese"), .text("JAPANESE_HIRAGANA", "japaneseHiragana"),
            .text("JAPANESE_KATAKANA_FULL", "japaneseKatakanaFull"),
            .text("JAPANESE_KATAKANA_HALF", "japaneseKatakanaHalf"), .text("KOREAN", "korean"),
            .text("UNKNOWN", "unknown"),
        ]
    }
}
