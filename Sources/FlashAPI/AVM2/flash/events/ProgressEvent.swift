import AVM
import AVM2
import Player

/// `flash.events.ProgressEvent`.
enum ProgressEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.ProgressEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, bytesLoaded:Number = 0, \
            bytesTotal:Number = 0)
            """)
        face.fields = [
            Field("bytesLoaded", ":Number"), Field("bytesTotal", ":Number"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "bytesLoaded", "bytesTotal",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("PROGRESS", "progress"), .text("SOCKET_DATA", "socketData"),
        ]
    }
}
