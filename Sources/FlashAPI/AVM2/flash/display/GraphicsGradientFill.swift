import AVM
import AVM2

/// `flash.display.GraphicsGradientFill`.
enum GraphicsGradientFillClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.GraphicsGradientFill",
            """
            (type:String = "linear", colors:Array = null, alphas:Array = null, ratios:Array = null, \
            matrix:* = null, spreadMethod:* = "pad", interpolationMethod:String = "rgb", \
            focalPointRatio:Number = 0)
            """,
            [
                Field("type", ":String"), Field(variable: "colors", ":Array"), Field(variable: "alphas", ":Array"),
                Field(variable: "ratios", ":Array"), Field(variable: "matrix", ":flash.geom.Matrix"),
                Field("spreadMethod", ":String"), Field("interpolationMethod", ":String"),
                Field(variable: "focalPointRatio", ":Number"),
            ])
        face.flags = .final
        face.interfaces = ["flash.display.IGraphicsFill", "flash.display.IGraphicsData"]
        return face
    }()

    static let table = face.table()
}
