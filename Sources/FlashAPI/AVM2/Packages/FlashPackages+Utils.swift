import AVM2

extension FlashPackages {
    /// `flash.utils`
    static let utilsTables: [NativeClassTable] = [
        TimerClass.table
    ]
}
