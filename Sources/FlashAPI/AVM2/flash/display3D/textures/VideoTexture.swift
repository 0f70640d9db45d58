import AVM
import AVM2

/// `flash.display3D.textures.VideoTexture`.
enum VideoTextureClass {
    static let face: DataFace = {
        var face = DataFace("flash.display3D.textures.VideoTexture", "()", [])
        face.base = "flash.display3D.textures.TextureBase"
        face.since = 30
        face.flags = [.abstract, .final]
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missingProperty: "videoWidth", ":int"),
            NativeMember(missingProperty: "videoHeight", ":int"),
            NativeMember(missing: "attachNetStream", "(netStream:flash.net.NetStream):void"),
        ]
    })
}
