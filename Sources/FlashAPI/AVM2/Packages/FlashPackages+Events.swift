import AVM2

extension FlashPackages {
    /// `flash.events`
    static let eventTables: [NativeClassTable] = [
        EventClass.table, EventDispatcherClass.table, EventDispatcherClass.interface, AVHTTPStatusEventClass.table,
        AccelerometerEventClass.table, ActivityEventClass.table, TextEventClass.table, ErrorEventClass.table,
        AsyncErrorEventClass.table, DataEventClass.table, IOErrorEventClass.table, SecurityErrorEventClass.table,
        IMEEventClass.table, UncaughtErrorEventClass.table, ContextMenuEventClass.table,
        DRMAuthenticationCompleteEventClass.table, DRMAuthenticationErrorEventClass.table, DRMErrorEventClass.table,
        DRMLicenseRequestEventClass.table, DRMMetadataEventClass.table, DRMStatusEventClass.table,
        FocusEventClass.table, FullScreenEventClass.table, GestureEventClass.table, HTTPStatusEventClass.table,
        KeyboardEventClass.table, MouseEventClass.table, NetFilterEventClass.table, NetStatusEventClass.table,
        PressAndTapGestureEventClass.table, ProgressEventClass.table, SampleDataEventClass.table,
        ShaderEventClass.table, StageVideoEventClass.table, StatusEventClass.table, SyncEventClass.table,
        TimerEventClass.table, TouchEventClass.table, TransformGestureEventClass.table, VideoTextureEventClass.table,
        NetDataEventClass.table, NetMonitorEventClass.table, SoftKeyboardEventClass.table,
        StageVideoAvailabilityEventClass.table, VideoEventClass.table, AVDictionaryDataEventClass.table,
        AVLoadInfoEventClass.table, AVManifestLoadEventClass.table, AVPauseAtPeriodEndEventClass.table,
        AVPlayStateEventClass.table, AVStatusEventClass.table, AVStreamSwitchEventClass.table,
        DRMDeviceGroupErrorEventClass.table, DRMDeviceGroupEventClass.table,
        DRMReturnVoucherCompleteEventClass.table, DRMReturnVoucherErrorEventClass.table, GameInputEventClass.table,
        OutputProgressEventClass.table, ThrottleEventClass.table, UncaughtErrorEventsClass.table,
        EventPhaseClass.table, GesturePhaseClass.table, SoftKeyboardTriggerClass.table, ThrottleTypeClass.table,
    ]
}
