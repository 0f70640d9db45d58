import AVM
import AVM2

/// `flash.net.NetStreamMulticastInfo`.
enum NetStreamMulticastInfoClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.net.NetStreamMulticastInfo",
            """
            (sendDataBytesPerSecond:Number, sendControlBytesPerSecond:Number, receiveDataBytesPerSecond:Number, \
            receiveControlBytesPerSecond:Number, bytesPushedToPeers:Number, fragmentsPushedToPeers:Number, \
            bytesRequestedByPeers:Number, fragmentsRequestedByPeers:Number, bytesPushedFromPeers:Number, \
            fragmentsPushedFromPeers:Number, bytesRequestedFromPeers:Number, \
            fragmentsRequestedFromPeers:Number, sendControlBytesPerSecondToServer:Number, \
            receiveDataBytesPerSecondFromServer:Number, bytesReceivedFromServer:Number, \
            fragmentsReceivedFromServer:Number, receiveDataBytesPerSecondFromIPMulticast:Number, \
            bytesReceivedFromIPMulticast:Number, fragmentsReceivedFromIPMulticast:Number)
            """,
            [
                Field(readOnly: "sendDataBytesPerSecond", ":Number"),
                Field(readOnly: "sendControlBytesPerSecond", ":Number"),
                Field(readOnly: "receiveDataBytesPerSecond", ":Number"),
                Field(readOnly: "receiveControlBytesPerSecond", ":Number"),
                Field(readOnly: "bytesPushedToPeers", ":Number"),
                Field(readOnly: "fragmentsPushedToPeers", ":Number"),
                Field(readOnly: "bytesRequestedByPeers", ":Number"),
                Field(readOnly: "fragmentsRequestedByPeers", ":Number"),
                Field(readOnly: "bytesPushedFromPeers", ":Number"),
                Field(readOnly: "fragmentsPushedFromPeers", ":Number"),
                Field(readOnly: "bytesRequestedFromPeers", ":Number"),
                Field(readOnly: "fragmentsRequestedFromPeers", ":Number"),
                Field(readOnly: "sendControlBytesPerSecondToServer", ":Number"),
                Field(readOnly: "receiveDataBytesPerSecondFromServer", ":Number"),
                Field(readOnly: "bytesReceivedFromServer", ":Number"),
                Field(readOnly: "fragmentsReceivedFromServer", ":Number"),
                Field(readOnly: "receiveDataBytesPerSecondFromIPMulticast", ":Number"),
                Field(readOnly: "bytesReceivedFromIPMulticast", ":Number"),
                Field(readOnly: "fragmentsReceivedFromIPMulticast", ":Number"),
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
