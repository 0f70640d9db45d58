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
            FilterField("distance", ":Number"), FilterField("angle", ":Number"), FilterField("color", ":uint", .rgb),
            FilterField("alpha", ":Number", .alpha), FilterField("blurX", ":Number", .byte),
            FilterField("blurY", ":Number", .byte), FilterField("strength", ":Number", .byte),
            FilterField("quality", ":int", .passes), FilterField("inner", ":Boolean"),
            FilterField("knockout", ":Boolean"), FilterField("hideObject", ":Boolean"),
        ])

    static let table = face.table()
}
