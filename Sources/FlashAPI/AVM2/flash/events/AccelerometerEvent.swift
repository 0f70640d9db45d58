import AVM
import AVM2
import Player

/// `flash.events.AccelerometerEvent`.
enum AccelerometerEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.AccelerometerEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, timestamp:Number = 0, \
            accelerationX:Number = 0, accelerationY:Number = 0, accelerationZ:Number = 0)
            """)
        face.fields = [
            Field("timestamp", ":Number"), Field("accelerationX", ":Number"), Field("accelerationY", ":Number"),
            Field("accelerationZ", ":Number"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "timestamp", "accelerationX", "accelerationY",
            "accelerationZ",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("UPDATE", "update")
        ]
    }
}
