import AVM2

/// `flash.filters.GlowFilter`.
enum GlowFilterClass {
    static let face = FilterFace(
        "flash.filters.GlowFilter",
        """
        (color:uint = 16711680, alpha:Number = 1, blurX:Number = 6, blurY:Number = 6, strength:Number = 2, \
        quality:int = 1, inner:Boolean = false, knockout:Boolean = false)
        """,
        [
            FilterProperty("color", ":uint", .rgb), FilterProperty("alpha", ":Number", .alpha),
            FilterProperty("blurX", ":Number", .byte), FilterProperty("blurY", ":Number", .byte),
            FilterProperty("strength", ":Number", .byte), FilterProperty("quality", ":int", .passes),
            FilterProperty("inner", ":Boolean"), FilterProperty("knockout", ":Boolean"),
        ])

    static let table = face.table()
}
