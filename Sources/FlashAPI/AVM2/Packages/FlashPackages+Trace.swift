import AVM2

extension FlashPackages {
    /// `flash.trace`
    static let traceTables: [NativeClassTable] = [
        TraceClass.table
    ]
}
