import AVM2

/// `flash.display3D.Context3DCompareMode`.
enum Context3DCompareModeClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DCompareMode") {
        [
            .text("ALWAYS", "always"), .text("EQUAL", "equal"), .text("GREATER", "greater"),
            .text("GREATER_EQUAL", "greaterEqual"), .text("LESS", "less"), .text("LESS_EQUAL", "lessEqual"),
            .text("NEVER", "never"), .text("NOT_EQUAL", "notEqual"),
        ]
    }
}
