import AVM
import AVM2
import Player

/// `flash.events.SyncEvent`.
enum SyncEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.SyncEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false, changeList:Array = null)")
        face.fields = [
            Field("changeList", ":Array")
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "changeList",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("SYNC", "sync")
        ]
    }
}
