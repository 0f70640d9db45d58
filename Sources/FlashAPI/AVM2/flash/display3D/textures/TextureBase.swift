import AVM
import AVM2

/// `flash.display3D.textures.TextureBase`.
enum TextureBaseClass {
    static let face: DataFace = {
        var face = DataFace("flash.display3D.textures.TextureBase", "()", [])
        face.base = "flash.events.EventDispatcher"
        face.since = 13
        face.flags = .abstract
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missing: "dispose", "():void")
        ]
    })
}
