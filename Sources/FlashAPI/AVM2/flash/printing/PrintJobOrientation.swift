import AVM2

/// `flash.printing.PrintJobOrientation`.
enum PrintJobOrientationClass {
    static let table = NativeClassTable.constants("flash.printing.PrintJobOrientation") {
        [
            .text("LANDSCAPE", "landscape"), .text("PORTRAIT", "portrait"),
        ]
    }
}
