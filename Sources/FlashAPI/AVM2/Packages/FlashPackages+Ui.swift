import AVM2

extension FlashPackages {
    /// `flash.ui`
    static let uiTables: [NativeClassTable] = [
        KeyLocationClass.table, KeyboardTypeClass.table, MouseCursorClass.table, MultitouchInputModeClass.table,
    ]
}
