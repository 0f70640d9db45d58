import AVM
import AVM2

/// `flash.display3D.textures.Texture`.
enum TextureClass {
    static let table = TextureBaseClass.table("flash.display3D.textures.Texture", since: 13) {
        [
            NativeMember(
                method: "uploadFromBitmapData", "(source:flash.display.BitmapData, miplevel:uint = 0):void"
            ) { (call) throws(ScriptError) in
                try TextureBaseClass.uploadBitmap(call, side: 0, level: Int(call.uint(1)))
            },
            NativeMember(
                method: "uploadFromByteArray",
                "(data:flash.utils.ByteArray, byteArrayOffset:uint, miplevel:uint = 0):void"
            ) { (call) throws(ScriptError) in
                try TextureBaseClass.uploadBytes(call, side: 0, level: Int(call.uint(2)))
            },
            NativeMember(
                method: "uploadCompressedTextureFromByteArray",
                "(data:flash.utils.ByteArray, byteArrayOffset:uint, async:Boolean = false):void",
                TextureBaseClass.uploadCompressed),
        ]
    }
}
