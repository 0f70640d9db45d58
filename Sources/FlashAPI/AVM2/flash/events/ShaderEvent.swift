import AVM
import AVM2
import Player

/// `flash.events.ShaderEvent`.
enum ShaderEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.ShaderEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, \
            bitmap:flash.display.BitmapData = null, array:flash.utils.ByteArray = null, \
            vector:Vector.<Number> = null)
            """)
        face.fields = [
            Field("bitmapData", ":flash.display.BitmapData"), Field("byteArray", ":flash.utils.ByteArray"),
            Field("vector", ":Vector.<Number>"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "bitmapData", "byteArray", "vector",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("COMPLETE", "complete")
        ]
    }
}
