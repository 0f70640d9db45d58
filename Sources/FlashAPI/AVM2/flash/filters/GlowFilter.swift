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
            FilterField("color", ":uint", .rgb), FilterField("alpha", ":Number", .alpha),
            FilterField("blurX", ":Number", .byte), FilterField("blurY", ":Number", .byte),
            FilterField("strength", ":Number", .byte), FilterField("quality", ":int", .passes),
            FilterField("inner", ":Boolean"), FilterField("knockout", ":Boolean"),
        ])

    static let table = face.table()
}
