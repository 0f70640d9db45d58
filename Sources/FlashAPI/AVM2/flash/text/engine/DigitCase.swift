import AVM2

/// `flash.text.engine.DigitCase`.
enum DigitCaseClass {
    static let table = NativeClassTable.constants("flash.text.engine.DigitCase", since: 10) {
        [
            .text("DEFAULT", "default"), .text("LINING", "lining"), .text("OLD_STYLE", "oldStyle"),
        ]
    }
}
