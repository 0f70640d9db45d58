import AVM2

extension FlashPackages {
    /// `flash.accessibility`
    static let accessibilityTables: [NativeClassTable] = [
        AccessibilityPropertiesClass.table, ISearchableTextClass.table, ISimpleTextSelectionClass.table,
        AccessibilityClass3.table, AccessibilityImplementationClass.table,
    ]
}
