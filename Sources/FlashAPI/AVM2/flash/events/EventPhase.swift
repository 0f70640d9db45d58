import AVM2

/// `flash.events.EventPhase`.
enum EventPhaseClass {
    static let table = NativeClassTable.constants("flash.events.EventPhase") {
        [
            .uint("CAPTURING_PHASE", 1), .uint("AT_TARGET", 2), .uint("BUBBLING_PHASE", 3),
        ]
    }
}
