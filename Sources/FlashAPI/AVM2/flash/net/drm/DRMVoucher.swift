import AVM
import AVM2

/// `flash.net.drm.DRMVoucher`.
enum DRMVoucherClass {
    static let face: DataFace = {
        var face = DataFace("flash.net.drm.DRMVoucher", "()", [])
        face.since = 10
        return face
    }()

    static let table = face.table()
}
