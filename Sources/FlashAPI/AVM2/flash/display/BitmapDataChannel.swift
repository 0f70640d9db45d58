import AVM2

/// `flash.display.BitmapDataChannel`.
enum BitmapDataChannelClass {
    static let table = NativeClassTable.constants("flash.display.BitmapDataChannel") {
        [
            .uint("RED", 1), .uint("GREEN", 2), .uint("BLUE", 4), .uint("ALPHA", 8),
        ]
    }
}
