import AVM
import AVM2

/// `flash.display.GraphicsStroke`.
enum GraphicsStrokeClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.GraphicsStroke",
            """
            (thickness:Number = NaN, pixelHinting:Boolean = false, scaleMode:String = "normal", \
            caps:String = "none", joints:String = "round", miterLimit:Number = 3, \
            fill:flash.display.IGraphicsFill = null)
            """,
            [
                Field(variable: "thickness", ":Number"), Field(variable: "pixelHinting", ":Boolean"),
                Field("scaleMode", ":String"), Field("caps", ":String"), Field("joints", ":String"),
                Field(variable: "miterLimit", ":Number"), Field(variable: "fill", ":flash.display.IGraphicsFill"),
            ])
        face.flags = .final
        face.interfaces = ["flash.display.IGraphicsStroke", "flash.display.IGraphicsData"]
        return face
    }()

    static let table = face.table()
}
