import AVM2

/// `flash.display.BlendMode`.
enum BlendModeClass {
    static let table = NativeClassTable.constants("flash.display.BlendMode") {
        [
            .text("NORMAL", "normal"), .text("LAYER", "layer"), .text("MULTIPLY", "multiply"),
            .text("SCREEN", "screen"), .text("LIGHTEN", "lighten"), .text("DARKEN", "darken"), .text("ADD", "add"),
            .text("SUBTRACT", "subtract"), .text("DIFFERENCE", "difference"), .text("INVERT", "invert"),
            .text("OVERLAY", "overlay"), .text("HARDLIGHT", "hardlight"), .text("ALPHA", "alpha"),
            .text("ERASE", "erase"), .text("SHADER", "shader"),
        ]
    }
}
