import AVM
import AVM2

/// `flash.net.NetStreamInfo`.
enum NetStreamInfoClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.net.NetStreamInfo",
            """
            (currentBytesPerSecond:Number, byteCount:Number, maxBytesPerSecond:Number, audioByteCount:Number, \
            audioBytesPerSecond:Number, videoByteCount:Number, videoBytesPerSecond:Number, \
            dataByteCount:Number, dataBytesPerSecond:Number, playbackBytesPerSecond:Number, \
            droppedFrames:Number, audioBufferByteLength:Number, videoBufferByteLength:Number, \
            dataBufferByteLength:Number, audioBufferLength:Number, videoBufferLength:Number, \
            dataBufferLength:Number, SRTT:Number, audioLossRate:Number, videoLossRate:Number, \
            metaData:Object = null, xmpData:Object = null, uri:String = null, resourceName:String = null, \
            isLive:Boolean = true)
            """,
            [
                Field(readOnly: "currentBytesPerSecond", ":Number"), Field(readOnly: "byteCount", ":Number"),
                Field(readOnly: "maxBytesPerSecond", ":Number"), Field(readOnly: "audioByteCount", ":Number"),
                Field(readOnly: "audioBytesPerSecond", ":Number"), Field(readOnly: "videoByteCount", ":Number"),
                Field(readOnly: "videoBytesPerSecond", ":Number"), Field(readOnly: "dataByteCount", ":Number"),
                Field(readOnly: "dataBytesPerSecond", ":Number"),
                Field(readOnly: "playbackBytesPerSecond", ":Number"), Field(readOnly: "droppedFrames", ":Number"),
                Field(readOnly: "audioBufferByteLength", ":Number"),
                Field(readOnly: "videoBufferByteLength", ":Number"),
                Field(readOnly: "dataBufferByteLength", ":Number"), Field(readOnly: "audioBufferLength", ":Number"),
                Field(readOnly: "videoBufferLength", ":Number"), Field(readOnly: "dataBufferLength", ":Number"),
                Field(readOnly: "SRTT", ":Number"), Field(readOnly: "audioLossRate", ":Number"),
                Field(readOnly: "videoLossRate", ":Number"), Field(readOnly: "metaData", ":Object"),
                Field(readOnly: "xmpData", ":Object"), Field(readOnly: "uri", ":String"),
                Field(readOnly: "resourceName", ":String"), Field(readOnly: "isLive", ":Boolean"),
            ])
        face.since = 10
        face.flags = .final
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missing: "toString", "():String")
        ]
    })
}
