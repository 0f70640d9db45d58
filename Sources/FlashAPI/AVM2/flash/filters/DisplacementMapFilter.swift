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
            FilterField("mapBitmap", ":flash.display.BitmapData"),
            FilterField("mapPoint", ":flash.geom.Point", .point), FilterField("componentX", ":uint"),
            FilterField("componentY", ":uint"), FilterField("scaleX", ":Number"), FilterField("scaleY", ":Number"),
            FilterField("mode", ":String"), FilterField("color", ":uint", .rgb),
            FilterField("alpha", ":Number", .alpha),
        ])

    static let table = face.table()
}
