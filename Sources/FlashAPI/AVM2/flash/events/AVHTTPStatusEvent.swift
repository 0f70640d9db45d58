import AVM
import AVM2
import Player

/// `flash.events.AVHTTPStatusEvent`.
enum AVHTTPStatusEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.AVHTTPStatusEvent",
            """
            (type:String, bubbles:Boolean = false, cancelable:Boolean = false, status:int = 0, \
            responseUrl:String = null, responseHeaders:Array = null)
            """)
        face.fields = [
            Field(readOnly: "status", ":int"), Field("responseURL", ":String"), Field("responseHeaders", ":Array"),
        ]
        face.shown = [
            "type", "bubbles", "cancelable", "eventPhase", "status", "responseURL",
        ]
        return face
    }()

    static let table = face.table {
        [
            .text("AV_HTTP_RESPONSE_STATUS", "avHttpResponseStatus")
        ]
    }
}
