import AVM2

/// `flash.system.MessageChannelState`.
enum MessageChannelStateClass {
    static let table = NativeClassTable.constants("flash.system.MessageChannelState", since: 17) {
        [
            .text("CLOSED", "closed"), .text("CLOSING", "closing"), .text("OPEN", "open"),
        ]
    }
}
