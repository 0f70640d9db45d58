import AVM2

extension FlashPackages {
    /// `flash.desktop`
    static let desktopTables: [NativeClassTable] = [
        ClipboardFormatsClass.table, ClipboardTransferModeClass.table, ClipboardClass.table,
    ]
}
