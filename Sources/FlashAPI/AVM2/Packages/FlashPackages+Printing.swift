import AVM2

extension FlashPackages {
    /// `flash.printing`
    static let printingTables: [NativeClassTable] = [
        PrintJobOrientationClass.table, PrintJobOptionsClass.table, PrintJobClass.table,
    ]
}
