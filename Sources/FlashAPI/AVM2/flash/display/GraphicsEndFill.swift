import AVM
import AVM2

/// `flash.display.GraphicsEndFill`.
enum GraphicsEndFillClass {
    static let face: DataFace = {
        var face = DataFace("flash.display.GraphicsEndFill", "()", [])
        face.flags = .final
        face.interfaces = ["flash.display.IGraphicsFill", "flash.display.IGraphicsData"]
        return face
    }()

    static let table = face.table()
}
