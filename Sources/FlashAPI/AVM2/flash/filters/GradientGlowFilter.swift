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
            FilterProperty("distance", ":Number"), FilterProperty("angle", ":Number"),
            FilterProperty("colors", ":Array", .list), FilterProperty("alphas", ":Array", .list),
            FilterProperty("ratios", ":Array", .list), FilterProperty("blurX", ":Number", .byte),
            FilterProperty("blurY", ":Number", .byte), FilterProperty("strength", ":Number", .byte),
            FilterProperty("quality", ":int", .passes), FilterProperty("type", ":String", .kind),
            FilterProperty("knockout", ":Boolean"),
        ])

    static let table = face.table()
}
