import AVM2

extension FlashPackages {
    /// `flash.profiler`
    static let profilerTables: [NativeClassTable] = [
        TelemetryClass.table
    ]
}
