import AVM2

/// `flash.display.ShaderPrecision`.
enum ShaderPrecisionClass {
    static let table = NativeClassTable.constants("flash.display.ShaderPrecision") {
        [
            .text("FULL", "full"), .text("FAST", "fast"),
        ]
    }
}
