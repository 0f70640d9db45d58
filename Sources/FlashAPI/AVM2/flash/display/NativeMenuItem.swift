import AVM
import AVM2

/// `flash.display.NativeMenuItem`.
enum NativeMenuItemClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.display.NativeMenuItem", "()",
            [
                Field("enabled", ":Boolean")
            ])
        face.base = "flash.events.EventDispatcher"
        return face
    }()

    static let table = face.table()
}
