import AVM
import AVM2

/// `flash.media.AVABRProfileInfo`.
enum AVABRProfileInfoClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVABRProfileInfo", "(init_bitsPerSecond:int, init_width:int, init_height:int)",
            [
                Field(readOnly: "bitsPerSecond", ":int"), Field(readOnly: "width", ":int"),
                Field(readOnly: "height", ":int"),
            ])
        face.since = 30
        return face
    }()

    static let table = face.table()
}
