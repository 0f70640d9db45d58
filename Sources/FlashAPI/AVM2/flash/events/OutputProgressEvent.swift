import AVM
import AVM2
import Player

/// `flash.events.OutputProgressEvent`.
enum OutputProgressEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.OutputProgressEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, bytesPending:Number = 0, \
            bytesTotal:Number = 0)
            """)
        face.fields = [
            Field("bytesPending", ":Number"), Field("bytesTotal", ":Number"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "bytesPending", "bytesTotal",
        ]
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("OUTPUT_PROGRESS", "outputProgress")
        ]
    }
}
