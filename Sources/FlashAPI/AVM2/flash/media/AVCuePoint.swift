import AVM
import AVM2

/// `flash.media.AVCuePoint`.
enum AVCuePointClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVCuePoint", "(init_dictionary:flash.utils.Dictionary, init_localTime:Number)",
            [
                Field(readOnly: "dictionary", ":flash.utils.Dictionary"), Field(readOnly: "localTime", ":Number"),
            ])
        face.since = 30
        return face
    }()

    static let table = face.table()
}
