import AVM2

/// `flash.system.TouchscreenType`.
enum TouchscreenTypeClass {
    static let table = NativeClassTable.constants("flash.system.TouchscreenType", since: 10) {
        [
            .text("FINGER", "finger"), .text("NONE", "none"), .text("STYLUS", "stylus"),
        ]
    }
}
