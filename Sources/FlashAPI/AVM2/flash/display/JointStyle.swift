import AVM2

/// `flash.display.JointStyle`.
enum JointStyleClass {
    static let table = NativeClassTable.constants("flash.display.JointStyle") {
        [
            .text("ROUND", "round"), .text("BEVEL", "bevel"), .text("MITER", "miter"),
        ]
    }
}
