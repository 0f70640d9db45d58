import AVM2

extension FlashPackages {
    /// `flash.system`
    static let systemTables: [NativeClassTable] = [
        IMEConversionModeClass.table, ImageDecodingPolicyClass.table, SecurityPanelClass.table,
        SystemUpdaterTypeClass.table, TouchscreenTypeClass.table, MessageChannelStateClass.table,
        WorkerStateClass.table, LoaderContextClass.table,
    ]
}
