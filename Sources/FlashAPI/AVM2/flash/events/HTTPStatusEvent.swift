import AVM
import AVM2
import Player

/// `flash.events.HTTPStatusEvent`.
enum HTTPStatusEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.HTTPStatusEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, status:int = 0, \
            redirected:Boolean = false)
            """)
        face.fields = [
            Field(readOnly: "status", ":int"), Field("redirected", ":Boolean"), Field("responseHeaders", ":Array"),
            Field("responseURL", ":String"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "status", "redirected", "responseURL",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("HTTP_STATUS", "httpStatus"), .text("HTTP_RESPONSE_STATUS", "httpResponseStatus"),
        ]
    }
}
