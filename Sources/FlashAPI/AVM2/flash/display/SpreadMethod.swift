import AVM2

/// `flash.display.SpreadMethod`.
enum SpreadMethodClass {
    static let table = NativeClassTable.constants("flash.display.SpreadMethod") {
        [
            .text("PAD", "pad"), .text("REFLECT", "reflect"), .text("REPEAT", "repeat"),
        ]
    }
}
