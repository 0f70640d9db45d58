import AVM
import AVM2

/// `flash.display.GraphicsTrianglePath`.
enum GraphicsTrianglePathClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.GraphicsTrianglePath",
            """
            (vertices:Vector.<Number> = null, indices:Vector.<int> = null, uvtData:Vector.<Number> = null, \
            culling:String = "none")
            """,
            [
                Field(variable: "vertices", ":Vector.<Number>"), Field(variable: "indices", ":Vector.<int>"),
                Field(variable: "uvtData", ":Vector.<Number>"), Field("culling", ":String"),
            ])
        face.flags = .final
        face.interfaces = ["flash.display.IGraphicsPath", "flash.display.IGraphicsData"]
        return face
    }()

    static let table = face.table()
}
