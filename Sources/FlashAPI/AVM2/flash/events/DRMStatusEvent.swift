import AVM
import AVM2
import Player

/// `flash.events.DRMStatusEvent`.
enum DRMStatusEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.DRMStatusEvent",
            """
            (type:String = "drmStatus", bubbles:Boolean = false, cancelable:Boolean = false, \
            inMetadata:flash.net.drm.DRMContentData = null, inVoucher:flash.net.drm.DRMVoucher = null, \
            inLocal:Boolean = false)
            """)
        face.fields = [
            Field("contentData", ":flash.net.drm.DRMContentData"), Field("voucher", ":flash.net.drm.DRMVoucher"),
            Field("isLocal", ":Boolean"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "contentData", "voucher", "isLocal",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("DRM_STATUS", "drmStatus")
        ]
    }
}
