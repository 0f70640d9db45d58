import AVM
import AVM2

/// `flash.display.GraphicsSolidFill`.
enum GraphicsSolidFillClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.GraphicsSolidFill", "(color:uint = 0, alpha:Number = 1)",
            [
                Field(variable: "color", ":uint"), Field(variable: "alpha", ":Number"),
            ])
        face.flags = .final
        face.interfaces = ["flash.display.IGraphicsFill", "flash.display.IGraphicsData"]
        return face
    }()

    static let table = face.table()
}
