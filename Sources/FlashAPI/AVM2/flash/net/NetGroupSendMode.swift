import AVM2

/// `flash.net.NetGroupSendMode`.
enum NetGroupSendModeClass {
    static let table = NativeClassTable.constants("flash.net.NetGroupSendMode", since: 10) {
        [
            .text("NEXT_DECREASING", "nextDecreasing"), .text("NEXT_INCREASING", "nextIncreasing"),
        ]
    }
}
