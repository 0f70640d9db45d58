import AVM2

/// `flash.media.AudioDecoder`.
enum AudioDecoderClass {
    static let table = NativeClassTable.constants("flash.media.AudioDecoder", since: 13) {
        [
            .text("DOLBY_DIGITAL", "DolbyDigital"), .text("DOLBY_DIGITAL_PLUS", "DolbyDigitalPlus"),
            .text("DTS", "DTS"), .text("DTS_EXPRESS", "DTSExpress"),
            .text("DTS_HD_HIGH_RESOLUTION_AUDIO", "DTSHDHighResolutionAudio"),
            .text("DTS_HD_MASTER_AUDIO", "DTSHDMasterAudio"),
        ]
    }
}
