import AVM2

/// `flash.text.GridFitType`.
enum GridFitTypeClass {
    static let table = NativeClassTable.constants("flash.text.GridFitType") {
        [
            .text("NONE", "none"), .text("PIXEL", "pixel"), .text("SUBPIXEL", "subpixel"),
        ]
    }
}
