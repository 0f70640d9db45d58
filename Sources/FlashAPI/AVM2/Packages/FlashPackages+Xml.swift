import AVM2

extension FlashPackages {
    /// `flash.xml`
    static let xmlTables: [NativeClassTable] = [
        XMLNodeTypeClass.table, XMLNodeClass3.table, XMLDocumentClass3.table,
    ]
}
