import AVM
import AVM2

/// `flash.printing.PrintJob`.
enum PrintJobClass {
    static let face: DataFace = {
        var face = DataFace("flash.printing.PrintJob", "()", [])
        face.base = "flash.events.EventDispatcher"
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missingProperty: "orientation", ":String"),
            NativeMember(missingProperty: "pageHeight", ":int"),
            NativeMember(missingProperty: "pageWidth", ":int"),
            NativeMember(missingProperty: "paperHeight", ":int"),
            NativeMember(missingProperty: "paperWidth", ":int"),
            NativeMember(missing: "start", "():Boolean"),
            NativeMember(missing: "send", "():void"),
            NativeMember(
                missing: "addPage",
                """
                (sprite:flash.display.Sprite, printArea:flash.geom.Rectangle = null, \
                options:flash.printing.PrintJobOptions = null, frameNum:int = 0):void
                """),
        ]
    })
}
