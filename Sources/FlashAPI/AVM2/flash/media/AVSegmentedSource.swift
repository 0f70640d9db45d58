import AVM
import AVM2

/// `flash.media.AVSegmentedSource`.
enum AVSegmentedSourceClass {
    static let face: DataFace = {
        var face = DataFace("flash.media.AVSegmentedSource", "()", [])
        face.base = "flash.media.AVSource"
        face.since = 30
        return face
    }()

    static let table = face.table {
        [
            .text("AUDIO", "audio"), .text("AUDIO_DESCRIPTION", "audiodescription"),
            .text("AUDIO_LANGUAGE", "audiolanguage"), .text("AUDIO_PID", "audiopid"), .text("DASH", "DASH"),
            .text("DATA", "data"), .text("DATA_DESCRIPTION", "datadescription"), .text("HLS", "HLS"),
            .text("VIDEO", "video"), .text("VIDEO_DESCRIPTION", "videodescription"),
        ]
    }
}
