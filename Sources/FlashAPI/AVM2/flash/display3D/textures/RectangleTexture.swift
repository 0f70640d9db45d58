import AVM
import AVM2

/// `flash.display3D.textures.RectangleTexture`.
enum RectangleTextureClass {
    static let face: DataFace = {
        var face = DataFace("flash.display3D.textures.RectangleTexture", "()", [])
        face.base = "flash.display3D.textures.TextureBase"
        face.since = 21
        face.flags = [.abstract, .final]
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missing: "uploadFromBitmapData", "(source:flash.display.BitmapData):void"),
            NativeMember(missing: "uploadFromByteArray", "(data:flash.utils.ByteArray, byteArrayOffset:uint):void"),
        ]
    })
}
