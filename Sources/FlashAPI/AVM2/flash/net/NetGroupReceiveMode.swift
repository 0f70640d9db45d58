import AVM2

/// `flash.net.NetGroupReceiveMode`.
enum NetGroupReceiveModeClass {
    static let table = NativeClassTable.constants("flash.net.NetGroupReceiveMode", since: 10) {
        [
            .text("EXACT", "exact"), .text("NEAREST", "nearest"),
        ]
    }
}
