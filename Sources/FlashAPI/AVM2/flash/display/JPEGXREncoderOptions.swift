import AVM
import AVM2

/// `flash.display.JPEGXREncoderOptions`.
enum JPEGXREncoderOptionsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.JPEGXREncoderOptions",
            "(quantization:uint = 20, colorSpace:String = \"auto\", trimFlexBits:uint = 0)",
            [
                Field(variable: "quantization", ":uint"), Field(variable: "colorSpace", ":String"),
                Field(variable: "trimFlexBits", ":uint"),
            ])
        face.since = 30
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
