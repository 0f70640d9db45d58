import AVM
import AVM2
import Player

/// `flash.events.DRMDeviceGroupErrorEvent`.
enum DRMDeviceGroupErrorEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.DRMDeviceGroupErrorEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, errorDetail:String = "", \
            errorCode:int = 0, subErrorID:int = 0, deviceGroup:flash.net.drm.DRMDeviceGroup = null, \
            systemUpdateNeeded:Boolean = false, drmUpdateNeeded:Boolean = false)
            """)
        face.base = "flash.events.ErrorEvent"
        face.firstSlot = ErrorEventClass.face.slotEnd
        face.fields = [
            Field("subErrorID", ":int"), Field("deviceGroup", ":flash.net.drm.DRMDeviceGroup"),
            Field(readOnly: "systemUpdateNeeded", ":Boolean"), Field(readOnly: "drmUpdateNeeded", ":Boolean"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "text", "subErrorID", "systemUpdateNeeded",
            "drmUpdateNeeded",
        ]
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("ADD_TO_DEVICE_GROUP_ERROR", "addToDeviceGroupError"),
            .text("REMOVE_FROM_DEVICE_GROUP_ERROR", "removeFromDeviceGroupError"),
        ]
    }
}
