import AVM
import AVM2
import Player

/// `flash.events.AVDictionaryDataEvent`.
enum AVDictionaryDataEventClass {
    static let face: EventFace = {
        var face = EventFace(
            "flash.events.AVDictionaryDataEvent",
            """
            (type:String = "avDictionaryData", bubbles:Boolean = false, cancelable:Boolean = false, \
            init_dictionary:flash.utils.Dictionary = null, init_dataTime:Number = 0)
            """)
        face.fields = [
            Field(readOnly: "dictionary", ":flash.utils.Dictionary"), Field(readOnly: "time", ":Number"),
        ]
        face.clones = false
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("AV_DICTIONARY_DATA", "avDictionaryData")
        ]
    }
}
