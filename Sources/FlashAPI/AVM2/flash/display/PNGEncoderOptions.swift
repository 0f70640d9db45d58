import AVM
import AVM2

/// `flash.display.PNGEncoderOptions`.
enum PNGEncoderOptionsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.PNGEncoderOptions", "(fastCompression:Boolean = false)",
            [
                Field(variable: "fastCompression", ":Boolean")
            ])
        face.since = 30
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
