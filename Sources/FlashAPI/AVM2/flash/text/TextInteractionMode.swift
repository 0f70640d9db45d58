import AVM2

/// `flash.text.TextInteractionMode`.
enum TextInteractionModeClass {
    static let table = NativeClassTable.constants("flash.text.TextInteractionMode") {
        [
            .text("NORMAL", "normal"), .text("SELECTION", "selection"),
        ]
    }
}
