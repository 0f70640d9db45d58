import AVM
import AVM2

/// `flash.display.Scene`.
enum SceneClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.Scene", "(name:String, labels:Array, numFrames:int)",
            [
                Field(readOnly: "name", ":String"), Field(readOnly: "labels", ":Array"),
                Field(readOnly: "numFrames", ":int"),
            ])
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
