import AVM
import AVM2

/// `flash.media.AVPlayState`.
enum AVPlayStateClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVPlayState", "(init_state:int)",
            [
                Field(readOnly: "state", ":int")
            ])
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .int("UNINITIALIZED", 0), .int("READY", 1), .int("BUFFERING", 2), .int("PLAYING", 3), .int("PAUSED", 4),
            .int("EOF", 5), .int("SUSPENDED", 6), .int("TRICK_PLAY", 7), .int("UNRECOVERABLE_ERROR", 8),
        ]
    }
}
