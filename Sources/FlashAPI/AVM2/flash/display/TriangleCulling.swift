import AVM2

/// `flash.display.TriangleCulling`.
enum TriangleCullingClass {
    static let table = NativeClassTable.constants("flash.display.TriangleCulling") {
        [
            .text("NONE", "none"), .text("POSITIVE", "positive"), .text("NEGATIVE", "negative"),
        ]
    }
}
