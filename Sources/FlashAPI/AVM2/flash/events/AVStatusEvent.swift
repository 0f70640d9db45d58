import AVM
import AVM2
import Player

/// `flash.events.AVStatusEvent`.
enum AVStatusEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.AVStatusEvent",
            """
            (type:String = "avStatus", bubbles:Boolean = false, cancelable:Boolean = false, \
            inNotificationType:String = "", inResult:int = 0, inDescription:String = "")
            """)
        face.fields = [
            Field(readOnly: "notificationType", ":String"), Field(readOnly: "result", ":flash.media.AVResult"),
            Field(readOnly: "description", ":String"),
        ]
        face.clones = false
        face.since = 30
        face.argumentSlots = [
            EventSlot.end, -1, EventSlot.end + 2,
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("AV_STATUS", "avStatus"), .text("BACKGROUND_MANIFEST_ERROR", "backgroundManifestError"),
            .text("BACKGROUND_MANIFEST_WARNING", "backgroundManifestWarning"),
            .text("BUFFER_STATE", "bufferState"), .text("DECODER_TYPE", "decoderType"),
            .text("DIMENSION_CHANGE", "dimensionChange"), .text("ERROR", "error"),
            .text("INSERTION_COMPLETE", "insertionComplete"), .text("LOAD_COMPLETE", "loadComplete"),
            .text("MANIFEST_UPDATE", "manifestUpdate"), .text("PLAY_STATE", "playState"),
            .text("RENDER_TYPE", "renderType"), .text("SEEK_COMPLETE", "seekComplete"),
            .text("STEP_COMPLETE", "stepComplete"), .text("STREAM_SWITCH", "streamSwitch"),
            .text("TRICKPLAY_ENDED", "trickplayEnded"), .text("WARNING", "warning"),
        ]
    }
}
