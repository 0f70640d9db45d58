import AVM
import AVM2

/// `flash.media.AVTrackInfo`.
enum AVTrackInfoClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVTrackInfo",
            """
            (init_description:String, init_language:String, init_defaultTrack:Boolean, init_autoSelect:Boolean, \
            init_forced:Boolean, init_activity:Boolean, init_dataTrackInfoServiceType:String, init_pid:int)
            """,
            [
                Field(readOnly: "description", ":String"), Field(readOnly: "language", ":String"),
                Field(readOnly: "defaultTrack", ":Boolean"), Field(readOnly: "autoSelect", ":Boolean"),
                Field(readOnly: "forced", ":Boolean"), Field(readOnly: "activity", ":Boolean"),
                Field(readOnly: "dataTrackInfoServiceType", ":String"), Field(readOnly: "pid", ":int"),
            ])
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("DTI_608_CAPTIONS", "DTI608Captions"), .text("DTI_708_CAPTIONS", "DTI708Captions"),
            .text("DTI_WEBVTT_CAPTIONS", "DTIWebVTTCaptions"),
        ]
    }
}
