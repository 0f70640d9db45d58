import AVM
import AVM2
import Player

/// `flash.events.DRMAuthenticationErrorEvent`.
enum DRMAuthenticationErrorEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.DRMAuthenticationErrorEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, inDetail:String = "", \
            inErrorID:int = 0, inSubErrorID:int = 0, inServerURL:String = null, inDomain:String = null)
            """)
        face.base = "flash.events.ErrorEvent"
        face.firstSlot = ErrorEventClass.face.slotEnd
        face.fields = [
            Field("subErrorID", ":int"), Field("serverURL", ":String"), Field("domain", ":String"),
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("AUTHENTICATION_ERROR", "authenticationError")
        ]
    }
}
