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
            FilterProperty("distance", ":Number"), FilterProperty("angle", ":Number"),
            FilterProperty("highlightColor", ":uint", .rgb), FilterProperty("highlightAlpha", ":Number", .alpha),
            FilterProperty("shadowColor", ":uint", .rgb), FilterProperty("shadowAlpha", ":Number", .alpha),
            FilterProperty("blurX", ":Number", .byte), FilterProperty("blurY", ":Number", .byte),
            FilterProperty("strength", ":Number", .byte), FilterProperty("quality", ":int", .passes),
            FilterProperty("type", ":String", .kind), FilterProperty("knockout", ":Boolean"),
        ])

    static let table = face.table()
}
