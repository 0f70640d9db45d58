import AVM
import AVM2
import Player

/// `flash.events.NetMonitorEvent`.
enum NetMonitorEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.NetMonitorEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, \
            netStream:flash.net.NetStream = null)
            """)
        face.fields = [
            Field(readOnly: "netStream", ":flash.net.NetStream")
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "netStream",
        ]
        face.since = 12
        return face
    }()

    static let table = face.table {
        [
            .text("NET_STREAM_CREATE", "netStreamCreate")
        ]
    }
}
