import AVM
import AVM2

/// `flash.net.drm.DRMAddToDeviceGroupContext`.
enum DRMAddToDeviceGroupContextClass {
    static let face: DataFace = {
        var face = DataFace("flash.net.drm.DRMAddToDeviceGroupContext", "()", [])
        face.since = 10
        return face
    }()

    static let table = face.table()
}
