import AVM
import AVM2
import Player

/// `flash.events.SampleDataEvent`.
enum SampleDataEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.SampleDataEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, theposition:Number = 0, \
            thedata:flash.utils.ByteArray = null)
            """)
        face.fields = [
            Field("position", ":Number"), Field("data", ":flash.utils.ByteArray"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "position", "data",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("SAMPLE_DATA", "sampleData")
        ]
    }
}
