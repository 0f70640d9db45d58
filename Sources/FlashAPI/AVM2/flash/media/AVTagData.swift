import AVM
import AVM2

/// `flash.media.AVTagData`.
enum AVTagDataClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.AVTagData", "(init_data:String, init_localTime:Number)",
            [
                Field(readOnly: "data", ":String"), Field(readOnly: "localTime", ":Number"),
            ])
        face.since = 30
        return face
    }()

    static let table = face.table()
}
