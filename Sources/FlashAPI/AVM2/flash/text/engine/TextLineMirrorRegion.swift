import AVM
import AVM2

/// `flash.text.engine.TextLineMirrorRegion`.
enum TextLineMirrorRegionClass {
    static let face: DataFace = {
        var face = DataFace("flash.text.engine.TextLineMirrorRegion", "()", [])
        face.since = 10
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
