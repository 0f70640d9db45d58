import AVM2

/// `flash.media.StageVideoAvailabilityReason`.
enum StageVideoAvailabilityReasonClass {
    static let table = NativeClassTable.constants("flash.media.StageVideoAvailabilityReason", since: 20) {
        [
            .text("DRIVER_TOO_OLD", "driverTooOld"), .text("NO_ERROR", "noError"),
            .text("UNAVAILABLE", "unavailable"), .text("USER_DISABLED", "userDisabled"),
            .text("WMODE_INCOMPATIBLE", "wmodeIncompatible"),
        ]
    }
}
