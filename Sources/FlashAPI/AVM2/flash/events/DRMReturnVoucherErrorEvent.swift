import AVM
import AVM2
import Player

/// `flash.events.DRMReturnVoucherErrorEvent`.
enum DRMReturnVoucherErrorEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.DRMReturnVoucherErrorEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, inDetail:String = "", \
            inErrorID:int = 0, inSubErrorID:int = 0, inServerURL:String = null, inLicenseID:String = null, \
            inPolicyID:String = null)
            """)
        face.base = "flash.events.ErrorEvent"
        face.firstSlot = ErrorEventClass.face.slotEnd
        face.fields = [
            Field("subErrorID", ":int"), Field("serverURL", ":String"), Field("licenseID", ":String"),
            Field("policyID", ":String"),
        ]
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("RETURN_VOUCHER_ERROR", "returnVoucherError")
        ]
    }
}
