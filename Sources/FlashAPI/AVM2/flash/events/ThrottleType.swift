import AVM2

/// `flash.events.ThrottleType`.
enum ThrottleTypeClass {
    static let table = NativeClassTable.constants("flash.events.ThrottleType", since: 30) {
        [
            .text("PAUSE", "pause"), .text("RESUME", "resume"), .text("THROTTLE", "throttle"),
        ]
    }
}
