import AVM2

extension FlashPackages {
    /// `flash.net`
    static let netTables: [NativeClassTable] = [
        NetGroupReceiveModeClass.table, NetGroupReplicationStrategyClass.table, NetGroupSendModeClass.table,
        NetGroupSendResultClass.table, NetStreamAppendBytesActionClass.table, NetStreamPlayTransitionsClass.table,
        SharedObjectFlushStatusClass.table, URLLoaderDataFormatClass.table, URLRequestMethodClass.table,
        URLRequestHeaderClass.table, NetStreamPlayOptionsClass.table, NetStreamInfoClass.table,
        NetStreamMulticastInfoClass.table, IDynamicPropertyOutputClass.table, IDynamicPropertyWriterClass.table,
        NetGroupClass.table, FileFilterClass.table, URLRequestClass.table, URLVariablesClass.table,
        URLLoaderClass.table, URLStreamClass.table, SocketClass.table, XMLSocketClass3.table,
        SharedObjectClass3.table, LocalConnectionClass3.table, ResponderClass.table, ObjectEncodingClass.table,
        NetConnectionClass3.table, NetStreamClass3.table, FileReferenceClass3.table, FileReferenceListClass3.table,
        DRMContentDataClass.table, DRMVoucherClass.table, DRMDeviceGroupClass.table,
        DRMAddToDeviceGroupContextClass.table,
    ]
}
