import AVM2

/// `flash.filters.BlurFilter`.
enum BlurFilterClass {
    static let face = FilterFace(
        "flash.filters.BlurFilter",
        "(blurX:Number = 4, blurY:Number = 4, quality:int = 1)",
        [
            FilterProperty("blurX", ":Number", .byte), FilterProperty("blurY", ":Number", .byte),
            FilterProperty("quality", ":int", .passes),
        ])

    static let table = face.table()
}
