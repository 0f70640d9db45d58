import AVM2

/// `flash.events.GesturePhase`.
enum GesturePhaseClass {
    static let table = NativeClassTable.constants("flash.events.GesturePhase") {
        [
            .text("ALL", "all"), .text("BEGIN", "begin"), .text("END", "end"), .text("UPDATE", "update"),
        ]
    }
}
