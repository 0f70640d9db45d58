import AVM
import AVM2
import Player

/// `flash.events.DRMMetadataEvent`.
enum DRMMetadataEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.DRMMetadataEvent",
            """
            (type:String = "drmMetadata", bubbles:Boolean = false, cancelable:Boolean = false, \
            inMetadata:flash.utils.ByteArray = null, inTimestamp:Number = 0)
            """)
        face.fields = [
            Field(readOnly: "drmMetadata", ":flash.net.drm.DRMContentData"), Field(readOnly: "timestamp", ":Number"),
        ]
        face.clones = false
        return face
    }()

    static let table = face.table {
        [
            .text("DRM_METADATA", "drmMetadata")
        ]
    }
}
