import AVM
import AVM2
import Player

/// `flash.events.IOErrorEvent`.
enum IOErrorEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.IOErrorEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false, text:String = \"\", id:int = 0)")
        face.base = "flash.events.ErrorEvent"
        face.firstSlot = ErrorEventClass.face.slotEnd
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "text",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("IO_ERROR", "ioError"), .text("NETWORK_ERROR", "networkError"),
            .text("DISK_ERROR", "diskError"), .text("VERIFY_ERROR", "verifyError"),
        ]
    }
}
