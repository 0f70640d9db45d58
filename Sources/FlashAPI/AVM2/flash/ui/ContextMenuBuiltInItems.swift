import AVM
import AVM2

/// `flash.ui.ContextMenuBuiltInItems`.
enum ContextMenuBuiltInItemsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.ui.ContextMenuBuiltInItems", "()",
            [
                Field("save", ":Boolean"), Field("zoom", ":Boolean"), Field("quality", ":Boolean"),
                Field("play", ":Boolean"), Field("loop", ":Boolean"), Field("rewind", ":Boolean"),
                Field("forwardAndBack", ":Boolean"), Field("print", ":Boolean"),
            ])
        face.flags = .final
        face.clones = true
        return face
    }()

    static let table = face.table()
}
