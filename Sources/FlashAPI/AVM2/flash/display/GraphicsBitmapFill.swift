import AVM
import AVM2

/// `flash.display.GraphicsBitmapFill`.
enum GraphicsBitmapFillClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.GraphicsBitmapFill",
            """
            (bitmapData:flash.display.BitmapData = null, matrix:flash.geom.Matrix = null, \
            repeat:Boolean = true, smooth:Boolean = false)
            """,
            [
                Field(variable: "bitmapData", ":flash.display.BitmapData"),
                Field(variable: "matrix", ":flash.geom.Matrix"), Field(variable: "repeat", ":Boolean"),
                Field(variable: "smooth", ":Boolean"),
            ])
        face.flags = .final
        face.interfaces = ["flash.display.IGraphicsFill", "flash.display.IGraphicsData"]
        return face
    }()

    static let table = face.table()
}
