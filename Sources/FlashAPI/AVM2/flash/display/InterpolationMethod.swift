import AVM2

/// `flash.display.InterpolationMethod`.
enum InterpolationMethodClass {
    static let table = NativeClassTable.constants("flash.display.InterpolationMethod") {
        [
            .text("RGB", "rgb"), .text("LINEAR_RGB", "linearRGB"),
        ]
    }
}
