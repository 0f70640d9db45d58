import AVM
import AVM2

/// `flash.display.GraphicsShaderFill`.
enum GraphicsShaderFillClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.GraphicsShaderFill", "(shader:flash.display.Shader = null, matrix:flash.geom.Matrix = null)",
            [
                Field(variable: "shader", ":flash.display.Shader"), Field(variable: "matrix", ":flash.geom.Matrix"),
            ])
        face.flags = .final
        face.interfaces = ["flash.display.IGraphicsFill", "flash.display.IGraphicsData"]
        return face
    }()

    static let table = face.table()
}
