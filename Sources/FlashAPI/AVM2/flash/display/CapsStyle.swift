import AVM2

/// `flash.display.CapsStyle`.
enum CapsStyleClass {
    static let table = NativeClassTable.constants("flash.display.CapsStyle") {
        [
            .text("ROUND", "round"), .text("NONE", "none"), .text("SQUARE", "square"),
        ]
    }
}
