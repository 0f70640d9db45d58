import AVM2

extension FlashPackages {
    /// `flash.external`
    static let externalTables: [NativeClassTable] = [
        ExternalInterfaceClass3.table
    ]
}
