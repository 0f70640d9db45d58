import AVM2

/// `flash.filters.BitmapFilterType`.
enum BitmapFilterTypeClass {
    static let table = NativeClassTable.constants("flash.filters.BitmapFilterType") {
        [
            .text("INNER", "inner"), .text("OUTER", "outer"), .text("FULL", "full"),
        ]
    }
}
