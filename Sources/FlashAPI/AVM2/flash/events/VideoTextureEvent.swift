import AVM
import AVM2
import Player

/// `flash.events.VideoTextureEvent`.
enum VideoTextureEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.VideoTextureEvent",
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
                .text("RENDER_STATE", "renderState")
            ]
        },
        members: {
            [
                .text("codecInfo", "")
            ]
        })
}
