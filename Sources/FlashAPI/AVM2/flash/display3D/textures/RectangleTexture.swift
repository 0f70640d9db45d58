import AVM
import AVM2

/// `flash.display3D.textures.RectangleTexture`.
enum RectangleTextureClass {
    static let table = TextureBaseClass.table("flash.display3D.textures.RectangleTexture", since: 21) {
        [
            NativeMember(
                method: "uploadFromBitmapData", "(source:flash.display.BitmapData):void"
            ) { (call) throws(ScriptError) in try TextureBaseClass.uploadBitmap(call, side: 0, level: 0) },
            NativeMember(
                method: "uploadFromByteArray", "(data:flash.utils.ByteArray, byteArrayOffset:uint):void"
            ) { (call) throws(ScriptError) in try TextureBaseClass.uploadBytes(call, side: 0, level: 0) },
        ]
    }
}
