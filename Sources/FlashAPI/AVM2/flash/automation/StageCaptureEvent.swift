import AVM
import AVM2
import Player

/// `flash.automation.StageCaptureEvent`.
enum StageCaptureEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.automation.StageCaptureEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, url:String = "", checksum:uint = 0, \
            pts:Number = 0)
            """)
        face.fields = [
            Field(readOnly: "url", ":String"), Field(readOnly: "checksum", ":uint"), Field(readOnly: "pts", ":Number"),
        ]
        face.shown = ["type", "bubbles", "cancelable", "eventPhase", "url", "checksum"]
        face.clones = false
        return face
    }()

    static let table = face.table(
        { [.text("CAPTURE", "capture")] },
        members: {
            [
                NativeMember(method: "clone", "():flash.events.Event") { (call) throws(ScriptError) in
                    // Flash leaves `pts` behind.
                    let copy = try EventFace.clone(call, slotEnd: face.slotEnd - 1)
                    copy.object?.cell.slots[face.slotEnd - 1] = Value(double: 0)
                    return copy
                }
            ]
        })
}
