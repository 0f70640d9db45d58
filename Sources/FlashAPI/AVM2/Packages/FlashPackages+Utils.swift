import AVM2

extension FlashPackages {
    /// `flash.utils`
    static let utilsTables: [NativeClassTable] = [
        EndianClass.table, CompressionAlgorithmClass.table, TimerClass.table,
    ]
}
