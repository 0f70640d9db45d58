import AVM
import AVM2
import Player

/// `flash.events.StageVideoAvailabilityEvent`.
enum StageVideoAvailabilityEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.StageVideoAvailabilityEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false, availability:String = null)")
        face.fields = [
            Field(readOnly: "availability", ":String")
        ]
        face.clones = false
        face.since = 12
        return face
    }()

    static let table = face.table(
        {
            [
                .text("STAGE_VIDEO_AVAILABILITY", "stageVideoAvailability")
            ]
        },
        members: {
            [
                .text("driver", ""), .text("reason", ""),
            ]
        })
}
