import AVM2

/// `flash.media.SoundCodec`.
enum SoundCodecClass {
    static let table = NativeClassTable.constants("flash.media.SoundCodec") {
        [
            .text("NELLYMOSER", "NellyMoser"), .text("PCMA", "pcma"), .text("PCMU", "pcmu"), .text("SPEEX", "Speex"),
        ]
    }
}
