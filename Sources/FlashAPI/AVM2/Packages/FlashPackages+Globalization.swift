import AVM2

extension FlashPackages {
    /// `flash.globalization`
    static let globalizationTables: [NativeClassTable] = [
        CollatorModeClass.table, DateTimeNameContextClass.table, DateTimeNameStyleClass.table,
        DateTimeStyleClass.table, LastOperationStatusClass.table, NationalDigitsTypeClass.table,
        NumberParseResultClass.table, CurrencyParseResultClass.table, CollatorClass.table,
        NumberFormatterClass.table, CurrencyFormatterClass.table, DateTimeFormatterClass.table,
        StringToolsClass.table, LocaleIDClass.table,
    ]
}
