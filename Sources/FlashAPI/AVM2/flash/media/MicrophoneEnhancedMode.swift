import AVM2

/// `flash.media.MicrophoneEnhancedMode`.
enum MicrophoneEnhancedModeClass {
    static let table = NativeClassTable.constants("flash.media.MicrophoneEnhancedMode", since: 11) {
        [
            .text("FULL_DUPLEX", "fullDuplex"), .text("HALF_DUPLEX", "halfDuplex"), .text("HEADSET", "headset"),
            .text("OFF", "off"), .text("SPEAKER_MUTE", "speakerMute"),
        ]
    }
}
