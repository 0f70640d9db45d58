import AVM
import AVM2

/// `flash.ui.ContextMenuClipboardItems`.
enum ContextMenuClipboardItemsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.ui.ContextMenuClipboardItems", "()",
            [
                Field("cut", ":Boolean"), Field("copy", ":Boolean"), Field("paste", ":Boolean"),
                Field("clear", ":Boolean"), Field("selectAll", ":Boolean"),
            ])
        face.since = 10
        face.flags = .final
        face.clones = true
        return face
    }()

    static let table = face.table()
}
