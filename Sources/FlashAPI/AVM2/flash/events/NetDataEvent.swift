import AVM
import AVM2
import Player

/// `flash.events.NetDataEvent`.
enum NetDataEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.NetDataEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, timestamp:Number = 0, \
            info:Object = null)
            """)
        face.fields = [
            Field(readOnly: "timestamp", ":Number"), Field(readOnly: "info", ":Object"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "timestamp",
        ]
        face.since = 12
        return face
    }()

    static let table = face.table {
        [
            .text("MEDIA_TYPE_DATA", "mediaTypeData")
        ]
    }
}
