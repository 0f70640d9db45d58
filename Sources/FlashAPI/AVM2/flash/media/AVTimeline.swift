import AVM
import AVM2

/// `flash.media.AVTimeline`.
enum AVTimelineClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVTimeline",
            """
            (init_type:String, init_virtualStartTime:Number, init_virtualDuration:Number, \
            init_firstPeriodIndex:int, init_lastPeriodIndex:int, init_firstSubscribedTagIndex:int, \
            init_lastSubscribedTagIndex:int, init_complete:Boolean)
            """,
            [
                Field(readOnly: "type", ":String"), Field(readOnly: "virtualStartTime", ":Number"),
                Field(readOnly: "virtualDuration", ":Number"), Field(readOnly: "firstPeriodIndex", ":int"),
                Field(readOnly: "lastPeriodIndex", ":int"), Field(readOnly: "firstSubscribedTagIndex", ":int"),
                Field(readOnly: "lastSubscribedTagIndex", ":int"), Field(readOnly: "complete", ":Boolean"),
            ])
        face.since = 30
        return face
    }()

    static let table = face.table()
}
