import AVM
import AVM2

/// `flash.display3D.textures.VideoTexture`.
enum VideoTextureClass {
    static let table = TextureBaseClass.table("flash.display3D.textures.VideoTexture", since: 30) {
        [
            NativeMember(missingProperty: "videoWidth", ":int"),
            NativeMember(missingProperty: "videoHeight", ":int"),
            NativeMember(missing: "attachNetStream", "(netStream:flash.net.NetStream):void"),
        ]
    }
}
