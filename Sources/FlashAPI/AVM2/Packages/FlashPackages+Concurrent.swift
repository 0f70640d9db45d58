import AVM2

extension FlashPackages {
    /// `flash.concurrent`
    static let concurrentTables: [NativeClassTable] = [
        MutexClass.table, ConditionClass.table,
    ]
}
