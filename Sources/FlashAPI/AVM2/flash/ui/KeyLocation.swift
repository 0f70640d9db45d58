import AVM2

/// `flash.ui.KeyLocation`.
enum KeyLocationClass {
    static let table = NativeClassTable.constants("flash.ui.KeyLocation") {
        [
            .uint("STANDARD", 0), .uint("LEFT", 1), .uint("RIGHT", 2), .uint("NUM_PAD", 3), .uint("D_PAD", 4),
        ]
    }
}
