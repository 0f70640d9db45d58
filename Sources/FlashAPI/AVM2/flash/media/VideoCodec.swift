import AVM2

/// `flash.media.VideoCodec`.
enum VideoCodecClass {
    static let table = NativeClassTable.constants("flash.media.VideoCodec", since: 13) {
        [
            .text("H264AVC", "H264Avc"), .text("SORENSON", "Sorenson"), .text("VP6", "VP6"),
        ]
    }
}
