import AVM2

/// `flash.display.GraphicsPathCommand`.
enum GraphicsPathCommandClass {
    static let table = NativeClassTable.constants("flash.display.GraphicsPathCommand") {
        [
            .int("NO_OP", 0), .int("MOVE_TO", 1), .int("LINE_TO", 2), .int("CURVE_TO", 3), .int("WIDE_MOVE_TO", 4),
            .int("WIDE_LINE_TO", 5), .int("CUBIC_CURVE_TO", 6),
        ]
    }
}
