import AVM
import AVM2

/// `flash.display.JPEGEncoderOptions`.
enum JPEGEncoderOptionsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.JPEGEncoderOptions", "(quality:uint = 80)",
            [
                Field(variable: "quality", ":uint")
            ])
        face.since = 30
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
