import AVM
import AVM2

/// `flash.media.AVPeriodInfo`.
enum AVPeriodInfoClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVPeriodInfo",
            """
            (init_localStartTime:Number, init_virtualStartTime:Number, init_duration:Number, \
            init_firstCuePointIndex:int, init_lastCuePointIndex:int, init_firstSubscribedTagIndex:int, \
            init_lastSubscribedTagIndex:int, init_userData:int, init_supportsTrickPlay:Boolean, \
            init_targetDuration:Number)
            """,
            [
                Field(readOnly: "localStartTime", ":Number"), Field(readOnly: "virtualStartTime", ":Number"),
                Field(readOnly: "duration", ":Number"), Field(readOnly: "firstCuePointIndex", ":int"),
                Field(readOnly: "lastCuePointIndex", ":int"), Field(readOnly: "firstSubscribedTagIndex", ":int"),
                Field(readOnly: "lastSubscribedTagIndex", ":int"), Field(readOnly: "userData", ":int"),
                Field(readOnly: "supportsTrickPlay", ":Boolean"), Field(readOnly: "targetDuration", ":Number"),
            ])
        face.since = 30
        return face
    }()

    static let table = face.table()
}
