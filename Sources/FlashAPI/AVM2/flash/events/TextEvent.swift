import AVM
import AVM2
import Player

/// `flash.events.TextEvent`.
enum TextEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.TextEvent",
            "(type:String, bubbles:Boolean = false, cancelable:Boolean = false, text:String = \"\")")
        face.fields = [
            Field("text", ":String")
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "text",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("LINK", "link"), .text("TEXT_INPUT", "textInput"),
        ]
    }
}
