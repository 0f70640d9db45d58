import AVM
import AVM2

/// `flash.ui.MouseCursorData`.
enum MouseCursorDataClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.ui.MouseCursorData", "()",
            [
                Field("data", ":Vector.<flash.display.BitmapData>"), Field("hotSpot", ":flash.geom.Point"),
                Field("frameRate", ":Number"),
            ])
        face.since = 10
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
