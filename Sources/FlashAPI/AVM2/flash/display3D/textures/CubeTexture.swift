import AVM
import AVM2

/// `flash.display3D.textures.CubeTexture`.
enum CubeTextureClass {
    static let table = TextureBaseClass.table("flash.display3D.textures.CubeTexture", since: 13) {
        [
            NativeMember(
                method: "uploadFromBitmapData",
                "(source:flash.display.BitmapData, side:uint, miplevel:uint = 0):void"
            ) { (call) throws(ScriptError) in
                try TextureBaseClass.uploadBitmap(call, side: Int(call.uint(1)), level: Int(call.uint(2)))
            },
            NativeMember(
                method: "uploadFromByteArray",
                "(data:flash.utils.ByteArray, byteArrayOffset:uint, side:uint, miplevel:uint = 0):void"
            ) { (call) throws(ScriptError) in
                try TextureBaseClass.uploadBytes(call, side: Int(call.uint(2)), level: Int(call.uint(3)))
            },
            NativeMember(
                method: "uploadCompressedTextureFromByteArray",
                "(data:flash.utils.ByteArray, byteArrayOffset:uint, async:Boolean = false):void",
                TextureBaseClass.uploadCompressed),
        ]
    }
}
