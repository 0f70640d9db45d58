import AVM2

/// `flash.media.AudioOutputChangeReason`.
enum AudioOutputChangeReasonClass {
    static let table = NativeClassTable.constants("flash.media.AudioOutputChangeReason", since: 30) {
        [
            .text("DEVICE_CHANGE", "deviceChange"), .text("USER_SELECTION", "userSelection"),
        ]
    }
}
