import AVM2

extension FlashPackages {
    /// `flash.net`
    static let netTables: [NativeClassTable] = [
        NetGroupReceiveModeClass.table, NetGroupReplicationStrategyClass.table, NetGroupSendModeClass.table,
        NetGroupSendResultClass.table, NetStreamAppendBytesActionClass.table, NetStreamPlayTransitionsClass.table,
        SharedObjectFlushStatusClass.table, URLLoaderDataFormatClass.table, URLRequestMethodClass.table,
        URLRequestHeaderClass.table, NetStreamPlayOptionsClass.table, NetStreamInfoClass.table,
        NetStreamMulticastInfoClass.table, IDynamicPropertyOutputClass.table, IDynamicPropertyWriterClass.table,
        URLRequestClass.table, URLVariablesClass.table, URLLoaderClass.table,
    ]
}
