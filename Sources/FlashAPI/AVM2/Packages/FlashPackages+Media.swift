import AVM2

extension FlashPackages {
    /// `flash.media`
    static let mediaTables: [NativeClassTable] = [
        AudioDecoderClass.table, AudioOutputChangeReasonClass.table, H264LevelClass.table, H264ProfileClass.table,
        MicrophoneEnhancedModeClass.table, SoundCodecClass.table, StageVideoAvailabilityClass.table,
        StageVideoAvailabilityReasonClass.table, VideoCodecClass.table, VideoStatusClass.table,
        SoundLoaderContextClass.table, ID3InfoClass.table, MicrophoneEnhancedOptionsClass.table,
        AVABRParametersClass.table, AVABRProfileInfoClass.table, AVCaptionStyleClass.table, AVCuePointClass.table,
        AVResultClass.table, AVInsertionResultClass.table, AVNetworkingParamsClass.table, AVPeriodInfoClass.table,
        AVPlayStateClass.table, AVSegmentedSourceClass.table, AVSourceClass.table, AVStreamClass.table,
        AVTagDataClass.table, AVTimelineClass.table, AVTrackInfoClass.table, StageVideoClass.table,
        VideoStreamSettingsClass.table, SoundTransformClass.table, SoundClass3.table, SoundChannelClass.table,
        SoundMixerClass.table, CameraClass3.table, MicrophoneClass3.table, VideoClass3.table,
    ]
}
