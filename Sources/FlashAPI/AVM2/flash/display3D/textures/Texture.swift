import AVM
import AVM2

/// `flash.display3D.textures.Texture`.
enum TextureClass {
    static let face: DataFace = {
        var face = DataFace("flash.display3D.textures.Texture", "()", [])
        face.base = "flash.display3D.textures.TextureBase"
        face.since = 13
        face.flags = [.abstract, .final]
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missing: "uploadFromBitmapData", "(source:flash.display.BitmapData, miplevel:uint = 0):void"),
            NativeMember(
                missing: "uploadFromByteArray",
                "(data:flash.utils.ByteArray, byteArrayOffset:uint, miplevel:uint = 0):void"),
            NativeMember(
                missing: "uploadCompressedTextureFromByteArray",
                "(data:flash.utils.ByteArray, byteArrayOffset:uint, async:Boolean = false):void"),
        ]
    })
}
