import AVM2

/// `flash.filters.ColorMatrixFilter`.
enum ColorMatrixFilterClass {
    static let face = FilterFace(
        "flash.filters.ColorMatrixFilter",
        "(matrix:Array = null)",
        [
            FilterProperty("matrix", ":Array", .colorMatrix)
        ])

    static let table = face.table()
}
