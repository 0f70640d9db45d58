import AVM2

/// `flash.text.engine.FontWeight`.
enum FontWeightClass {
    static let table = NativeClassTable.constants("flash.text.engine.FontWeight", since: 10) {
        [
            .text("BOLD", "bold"), .text("NORMAL", "normal"),
        ]
    }
}
