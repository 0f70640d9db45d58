import AVM
import AVM2
import Player

/// `flash.events.AVPlayStateEvent`.
enum AVPlayStateEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.AVPlayStateEvent",
            """
            (type:String = "avPlayState", bubbles:Boolean = false, cancelable:Boolean = false, \
            inPlayState:int = 0)
            """)
        face.fields = [
            Field(readOnly: "playState", ":flash.media.AVPlayState")
        ]
        face.clones = false
        face.since = 30
        face.argumentSlots = [
            -1
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("AV_PLAY_STATE", "avPlayState")
        ]
    }
}
