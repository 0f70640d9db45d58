import AVM
import AVM2

/// `flash.display.FrameLabel`.
enum FrameLabelClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.FrameLabel", "(name:String, frame:int)",
            [
                Field(readOnly: "name", ":String"), Field(readOnly: "frame", ":int"),
            ])
        face.base = "flash.events.EventDispatcher"
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
