import AVM
import AVM2
import Player

/// `flash.events.DRMAuthenticationCompleteEvent`.
enum DRMAuthenticationCompleteEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.DRMAuthenticationCompleteEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, inServerURL:String = null, \
            inDomain:String = null, inToken:flash.utils.ByteArray = null)
            """)
        face.fields = [
            Field("serverURL", ":String"), Field("domain", ":String"), Field("token", ":flash.utils.ByteArray"),
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("AUTHENTICATION_COMPLETE", "authenticationComplete")
        ]
    }
}
