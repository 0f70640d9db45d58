import AVM
import AVM2
import Player

/// `flash.events.NetStatusEvent`.
enum NetStatusEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.NetStatusEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false, info:Object = null)")
        face.fields = [
            Field("info", ":Object")
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "info",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("NET_STATUS", "netStatus")
        ]
    }
}
