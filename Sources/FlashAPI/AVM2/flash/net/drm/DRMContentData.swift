import AVM
import AVM2

/// `flash.net.drm.DRMContentData`.
enum DRMContentDataClass {
    static let face: DataFace = {
        var face = DataFace("flash.net.drm.DRMContentData", "()", [])
        face.since = 10
        return face
    }()

    static let table = face.table()
}
