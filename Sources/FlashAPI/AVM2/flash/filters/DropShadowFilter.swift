import AVM2

/// `flash.filters.DropShadowFilter`.
enum DropShadowFilterClass {
    static let face = FilterFace(
        "flash.filters.DropShadowFilter",
        """
        (distance:Number = 4, angle:Number = 45, color:uint = 0, alpha:Number = 1, blurX:Number = 4, \
        blurY:Number = 4, strength:Number = 1, quality:int = 1, inner:Boolean = false, \
        knockout:Boolean = false, hideObject:Boolean = false)
        """,
        [
            FilterProperty("distance", ":Number"), FilterProperty("angle", ":Number"),
            FilterProperty("color", ":uint", .rgb),
            FilterProperty("alpha", ":Number", .alpha), FilterProperty("blurX", ":Number", .byte),
            FilterProperty("blurY", ":Number", .byte), FilterProperty("strength", ":Number", .byte),
            FilterProperty("quality", ":int", .passes), FilterProperty("inner", ":Boolean"),
            FilterProperty("knockout", ":Boolean"), FilterProperty("hideObject", ":Boolean"),
        ])

    static let table = face.table()
}
