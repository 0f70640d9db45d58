import AVM
import AVM2

/// `flash.net.FileFilter`.
enum FileFilterClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.net.FileFilter", "(description:String, extension:String, macType:String = null)",
            [
                Field("description", ":String"), Field("extension", ":String"), Field("macType", ":String"),
            ])
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
