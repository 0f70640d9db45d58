import AVM2

extension FlashPackages {
    /// `flash.system`
    static let systemTables: [NativeClassTable] = [
        IMEConversionModeClass.table, ImageDecodingPolicyClass.table, SecurityPanelClass.table,
        SystemUpdaterTypeClass.table, TouchscreenTypeClass.table, MessageChannelStateClass.table,
        WorkerStateClass.table, WorkerDomainClass.table, WorkerClass.table, MessageChannelClass.table,
        ApplicationDomainClass.table, CapabilitiesClass.table, SecurityDomainClass.table, SecurityClass.table,
        SystemClass3.table, IMEClass.table, JPEGLoaderContextClass.table, LoaderContextClass.table,
    ]
}
