import AVM2

/// `flash.filters.DisplacementMapFilter`.
enum DisplacementMapFilterClass {
    static let face = FilterFace(
        "flash.filters.DisplacementMapFilter",
        """
        (mapBitmap:flash.display.BitmapData = null, mapPoint:flash.geom.Point = null, componentX:uint = 0, \
        componentY:uint = 0, scaleX:Number = 0, scaleY:Number = 0, mode:String = "wrap", color:uint = 0, \
        alpha:Number = 0)
        """,
        [
            FilterProperty("mapBitmap", ":flash.display.BitmapData"),
            FilterProperty("mapPoint", ":flash.geom.Point", .point), FilterProperty("componentX", ":uint"),
            FilterProperty("componentY", ":uint"), FilterProperty("scaleX", ":Number"),
            FilterProperty("scaleY", ":Number"),
            FilterProperty("mode", ":String"), FilterProperty("color", ":uint", .rgb),
            FilterProperty("alpha", ":Number", .alpha),
        ])

    static let table = face.table()
}
