import AVM2

/// `flash.display.GraphicsPathWinding`.
enum GraphicsPathWindingClass {
    static let table = NativeClassTable.constants("flash.display.GraphicsPathWinding") {
        [
            .text("EVEN_ODD", "evenOdd"), .text("NON_ZERO", "nonZero"),
        ]
    }
}
