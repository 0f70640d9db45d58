import AVM2

/// `flash.filters.BitmapFilterQuality`.
enum BitmapFilterQualityClass {
    static let table = NativeClassTable.constants("flash.filters.BitmapFilterQuality") {
        [
            .int("LOW", 1), .int("MEDIUM", 2), .int("HIGH", 3),
        ]
    }
}
