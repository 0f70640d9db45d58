import AVM
import AVM2

/// `flash.net.URLRequestHeader`.
enum URLRequestHeaderClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.net.URLRequestHeader", "(name:String = \"\", value:String = \"\")",
            [
                Field(variable: "name", ":String"), Field(variable: "value", ":String"),
            ])
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
