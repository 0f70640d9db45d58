import AVM
import AVM2
import Player

/// `flash.events.VideoEvent`.
enum VideoEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.VideoEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false, status:String = null)")
        face.fields = [
            Field(readOnly: "status", ":String")
        ]
        face.clones = false
        face.since = 12
        return face
    }()

    static let table = face.table(
        {
            [
                .text("RENDER_STATE", "renderState"), .text("RENDER_STATUS_UNAVAILABLE", "unavailable"),
                .text("RENDER_STATUS_SOFTWARE", "software"), .text("RENDER_STATUS_ACCELERATED", "accelerated"),
            ]
        },
        members: {
            [
                .text("codecInfo", "")
            ]
        })
}
