import AVM2

/// `flash.text.engine.DigitWidth`.
enum DigitWidthClass {
    static let table = NativeClassTable.constants("flash.text.engine.DigitWidth", since: 10) {
        [
            .text("DEFAULT", "default"), .text("PROPORTIONAL", "proportional"), .text("TABULAR", "tabular"),
        ]
    }
}
