import AVM
import AVM2
import Player

/// `flash.events.StageVideoEvent`.
enum StageVideoEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.StageVideoEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, status:String = null, \
            colorSpace:String = null)
            """)
        face.fields = [
            Field(readOnly: "status", ":String"), Field(readOnly: "colorSpace", ":String"),
        ]
        face.clones = false
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
