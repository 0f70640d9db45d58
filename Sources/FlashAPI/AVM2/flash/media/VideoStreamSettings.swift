import AVM
import AVM2

/// `flash.media.VideoStreamSettings`.
enum VideoStreamSettingsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.media.VideoStreamSettings", "()",
            [
                Field(readOnly: "width", ":int"), Field(readOnly: "height", ":int"),
                Field(readOnly: "fps", ":Number"), Field(readOnly: "keyFrameInterval", ":int"),
                Field(readOnly: "quality", ":int"), Field(readOnly: "bandwidth", ":int"),
                Field(readOnly: "codec", ":String"),
            ])
        face.since = 13
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missing: "setMode", "(width:int, height:int, fps:Number):void"),
            NativeMember(missing: "setQuality", "(bandwidth:int, quality:int):void"),
            NativeMember(missing: "setKeyFrameInterval", "(keyFrameInterval:int):void"),
        ]
    })
}
