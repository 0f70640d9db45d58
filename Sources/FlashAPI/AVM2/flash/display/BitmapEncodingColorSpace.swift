import AVM2

/// `flash.display.BitmapEncodingColorSpace`.
enum BitmapEncodingColorSpaceClass {
    static let table = NativeClassTable.constants("flash.display.BitmapEncodingColorSpace", since: 30) {
        [
            .text("COLORSPACE_AUTO", "auto"), .text("COLORSPACE_4_4_4", "4:4:4"), .text("COLORSPACE_4_2_2", "4:2:2"),
            .text("COLORSPACE_4_2_0", "4:2:0"),
        ]
    }
}
