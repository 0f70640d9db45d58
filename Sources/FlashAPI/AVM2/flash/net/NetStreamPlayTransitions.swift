import AVM2

/// `flash.net.NetStreamPlayTransitions`.
enum NetStreamPlayTransitionsClass {
    static let table = NativeClassTable.constants("flash.net.NetStreamPlayTransitions", since: 10) {
        [
            .text("APPEND", "append"), .text("APPEND_AND_WAIT", "appendAndWait"), .text("RESUME", "resume"),
            .text("RESET", "reset"), .text("STOP", "stop"), .text("SWAP", "swap"), .text("SWITCH", "switch"),
        ]
    }
}
