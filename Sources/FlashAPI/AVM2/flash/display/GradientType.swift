import AVM2

/// `flash.display.GradientType`.
enum GradientTypeClass {
    static let table = NativeClassTable.constants("flash.display.GradientType") {
        [
            .text("LINEAR", "linear"), .text("RADIAL", "radial"),
        ]
    }
}
