import AVM2

/// `flash.text.engine.FontPosture`.
enum FontPostureClass {
    static let table = NativeClassTable.constants("flash.text.engine.FontPosture", since: 10) {
        [
            .text("ITALIC", "italic"), .text("NORMAL", "normal"),
        ]
    }
}
