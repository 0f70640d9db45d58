import AVM2

/// `flash.filters.BevelFilter`.
enum BevelFilterClass {
    static let face = FilterFace(
        "flash.filters.BevelFilter",
        """
        (distance:Number = 4, angle:Number = 45, highlightColor:uint = 16777215, highlightAlpha:Number = 1, \
        shadowColor:uint = 0, shadowAlpha:Number = 1, blurX:Number = 4, blurY:Number = 4, strength:Number = 1, \
        quality:int = 1, type:String = "inner", knockout:Boolean = false)
        """,
        [
            FilterField("distance", ":Number"), FilterField("angle", ":Number"),
            FilterField("highlightColor", ":uint", .rgb), FilterField("highlightAlpha", ":Number", .alpha),
            FilterField("shadowColor", ":uint", .rgb), FilterField("shadowAlpha", ":Number", .alpha),
            FilterField("blurX", ":Number", .byte), FilterField("blurY", ":Number", .byte),
            FilterField("strength", ":Number", .byte), FilterField("quality", ":int", .passes),
            FilterField("type", ":String", .kind), FilterField("knockout", ":Boolean"),
        ])

    static let table = face.table()
}
