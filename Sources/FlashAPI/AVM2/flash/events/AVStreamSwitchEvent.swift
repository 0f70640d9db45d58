import AVM
import AVM2
import Player

/// `flash.events.AVStreamSwitchEvent`.
enum AVStreamSwitchEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.AVStreamSwitchEvent",
            """
            (type:String = "avStreamSwitch", bubbles:Boolean = false, cancelable:Boolean = false, \
            inTime:Number = 0, inUserData:int = 0, inSwitchType:int = 0, inDescription:String = "", \
            inBitrate:int = 0)
            """)
        face.fields = [
            Field(readOnly: "time", ":Number"), Field(readOnly: "userData", ":int"),
            Field(readOnly: "switchType", ":int"), Field(readOnly: "description", ":String"),
            Field(readOnly: "bitrate", ":int"),
        ]
        face.clones = false
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("AV_STREAM_SWITCH", "avStreamSwitch"), .int("ABR_SWITCH", 0), .int("PERIOD_SWITCH", 1),
        ]
    }
}
