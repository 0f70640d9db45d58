import AVM2

/// `flash.filters.GradientGlowFilter`.
enum GradientGlowFilterClass {
    static let face = FilterFace(
        "flash.filters.GradientGlowFilter",
        """
        (distance:Number = 4, angle:Number = 45, colors:Array = null, alphas:Array = null, ratios:Array = null, \
        blurX:Number = 4, blurY:Number = 4, strength:Number = 1, quality:int = 1, type:String = "inner", \
        knockout:Boolean = false)
        """,
        [
            FilterField("distance", ":Number"), FilterField("angle", ":Number"),
            FilterField("colors", ":Array", .list), FilterField("alphas", ":Array", .list),
            FilterField("ratios", ":Array", .list), FilterField("blurX", ":Number", .byte),
            FilterField("blurY", ":Number", .byte), FilterField("strength", ":Number", .byte),
            FilterField("quality", ":int", .passes), FilterField("type", ":String", .kind),
            FilterField("knockout", ":Boolean"),
        ])

    static let table = face.table()
}
