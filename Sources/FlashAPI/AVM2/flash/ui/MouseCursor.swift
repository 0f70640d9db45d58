import AVM2

/// `flash.ui.MouseCursor`.
enum MouseCursorClass {
    static let table = NativeClassTable.constants("flash.ui.MouseCursor", since: 10) {
        [
            .text("AUTO", "auto"), .text("ARROW", "arrow"), .text("BUTTON", "button"), .text("HAND", "hand"),
            .text("IBEAM", "ibeam"),
        ]
    }
}
