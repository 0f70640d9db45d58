import AVM
import AVM2
import Player

/// `flash.events.GameInputEvent`.
enum GameInputEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.GameInputEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, \
            device:flash.ui.GameInputDevice = null)
            """)
        face.fields = [
            Field(readOnly: "device", ":flash.ui.GameInputDevice")
        ]
        face.clones = false
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("DEVICE_ADDED", "deviceAdded"), .text("DEVICE_REMOVED", "deviceRemoved"),
            .text("DEVICE_UNUSABLE", "deviceUnusable"),
        ]
    }
}
