import AVM
import AVM2

/// `flash.media.MicrophoneEnhancedOptions`.
enum MicrophoneEnhancedOptionsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.MicrophoneEnhancedOptions", "()",
            [
                Field(variable: "echoPath", ":int"), Field(variable: "isVoiceDetected", ":int"),
                Field(variable: "mode", ":String"), Field(variable: "nonLinearProcessing", ":Boolean"),
            ])
        face.since = 11
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
