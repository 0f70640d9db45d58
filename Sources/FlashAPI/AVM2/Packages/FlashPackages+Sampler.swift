import AVM2

extension FlashPackages {
    /// `flash.sampler`
    static let samplerTables: [NativeClassTable] = [
        SampleClass.table, DeleteObjectSampleClass.table, NewObjectSampleClass.table, StackFrameClass.table,
        ClassFactoryClass.table,
    ]
}
