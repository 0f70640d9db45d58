import AVM
import AVM2
import Player

/// `flash.events.DRMDeviceGroupEvent`.
enum DRMDeviceGroupEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.DRMDeviceGroupEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, \
            deviceGroup:flash.net.drm.DRMDeviceGroup = null)
            """)
        face.fields = [
            Field("deviceGroup", ":flash.net.drm.DRMDeviceGroup")
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "deviceGroup",
        ]
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("ADD_TO_DEVICE_GROUP_COMPLETE", "addToDeviceGroupComplete"),
            .text("REMOVE_FROM_DEVICE_GROUP_COMPLETE", "removeFromDeviceGroupComplete"),
        ]
    }
}
