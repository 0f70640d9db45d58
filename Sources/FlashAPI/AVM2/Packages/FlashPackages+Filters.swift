import AVM2

extension FlashPackages {
    /// `flash.filters`
    static let filtersTables: [NativeClassTable] = [
        BitmapFilterQualityClass.table, BitmapFilterTypeClass.table, DisplacementMapFilterModeClass.table,
    ]
}
