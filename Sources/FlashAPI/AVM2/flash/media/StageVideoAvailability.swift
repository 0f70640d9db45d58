import AVM2

/// `flash.media.StageVideoAvailability`.
enum StageVideoAvailabilityClass {
    static let table = NativeClassTable.constants("flash.media.StageVideoAvailability", since: 11) {
        [
            .text("AVAILABLE", "available"), .text("UNAVAILABLE", "unavailable"),
        ]
    }
}
