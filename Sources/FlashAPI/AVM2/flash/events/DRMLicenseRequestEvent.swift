import AVM
import AVM2
import Player

/// `flash.events.DRMLicenseRequestEvent`.
enum DRMLicenseRequestEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.DRMLicenseRequestEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false, inServerURL:String = null)")
        face.fields = [
            Field("serverURL", ":String")
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("LICENSE_REQUEST", "licenseRequest")
        ]
    }
}
