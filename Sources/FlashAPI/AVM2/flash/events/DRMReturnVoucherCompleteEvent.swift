import AVM
import AVM2
import Player

/// `flash.events.DRMReturnVoucherCompleteEvent`.
enum DRMReturnVoucherCompleteEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.DRMReturnVoucherCompleteEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, inServerURL:String = null, \
            inLicenseID:String = null, inPolicyID:String = null, inNumberOfVouchersReturned:int = 0)
            """)
        face.fields = [
            Field("serverURL", ":String"), Field("licenseID", ":String"), Field("policyID", ":String"),
            Field("numberOfVouchersReturned", ":int"),
        ]
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("RETURN_VOUCHER_COMPLETE", "returnVoucherComplete")
        ]
    }
}
