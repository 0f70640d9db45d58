import AVM
import AVM2
import Player

/// `flash.events.AVManifestLoadEvent`.
enum AVManifestLoadEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.AVManifestLoadEvent",
            """
            (type:String = "avManifestLoad", bubbles:Boolean = false, cancelable:Boolean = false, \
            inResult:int = 0, inUserData:int = 0, inHandle:int = 0, inDuration:Number = 0)
            """)
        face.fields = [
            Field(readOnly: "result", ":flash.media.AVResult"), Field(readOnly: "userData", ":int"),
            Field(readOnly: "handle", ":int"), Field(readOnly: "duration", ":Number"),
        ]
        face.clones = false
        face.since = 30
        face.argumentSlots = [
            -1, EventSlot.end + 1, EventSlot.end + 2, EventSlot.end + 3,
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("AV_MANIFEST_LOAD", "avManifestLoad")
        ]
    }
}
