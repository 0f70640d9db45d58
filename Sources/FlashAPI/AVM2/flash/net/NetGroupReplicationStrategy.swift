import AVM2

/// `flash.net.NetGroupReplicationStrategy`.
enum NetGroupReplicationStrategyClass {
    static let table = NativeClassTable.constants("flash.net.NetGroupReplicationStrategy", since: 10) {
        [
            .text("LOWEST_FIRST", "lowestFirst"), .text("RAREST_FIRST", "rarestFirst"),
        ]
    }
}
