import AVM
import AVM2
import Player

/// `flash.events.AVPauseAtPeriodEndEvent`.
enum AVPauseAtPeriodEndEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.AVPauseAtPeriodEndEvent",
            """
            (type:String = "avPauseAtPeriodEnd", bubbles:Boolean = false, cancelable:Boolean = false, \
            inUserData:int = 0)
            """)
        face.fields = [
            Field(readOnly: "userData", ":int")
        ]
        face.clones = false
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("AV_PAUSE_AT_PERIOD_END", "avPauseAtPeriodEnd")
        ]
    }
}
