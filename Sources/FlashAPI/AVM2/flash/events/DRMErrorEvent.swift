import AVM
import AVM2
import Player

/// `flash.events.DRMErrorEvent`.
enum DRMErrorEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.DRMErrorEvent",
            """
            (type:String = "drmError", bubbles:Boolean = false, cancelable:Boolean = false, \
            inErrorDetail:String = "", inErrorCode:int = 0, insubErrorID:int = 0, \
            inMetadata:flash.net.drm.DRMContentData = null, inSystemUpdateNeeded:Boolean = false, \
            inDrmUpdateNeeded:Boolean = false)
            """)
        face.base = "flash.events.ErrorEvent"
        face.firstSlot = ErrorEventClass.face.slotEnd
        face.fields = [
            Field(readOnly: "subErrorID", ":int"), Field("contentData", ":flash.net.drm.DRMContentData"),
            Field(readOnly: "systemUpdateNeeded", ":Boolean"), Field(readOnly: "drmUpdateNeeded", ":Boolean"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "text", "subErrorID", "systemUpdateNeeded",
            "drmUpdateNeeded",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("DRM_ERROR", "drmError"), .text("DRM_LOAD_DEVICEID_ERROR", "drmLoadDeviceIdError"),
        ]
    }
}
