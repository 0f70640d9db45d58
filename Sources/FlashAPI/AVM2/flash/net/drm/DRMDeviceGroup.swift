import AVM
import AVM2

/// `flash.net.drm.DRMDeviceGroup`.
enum DRMDeviceGroupClass {
    static let face: DataFace = {
        var face = DataFace("flash.net.drm.DRMDeviceGroup", "()", [])
        face.since = 10
        return face
    }()

    static let table = face.table()
}
