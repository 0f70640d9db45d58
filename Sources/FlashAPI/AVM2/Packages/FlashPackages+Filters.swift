import AVM2

extension FlashPackages {
    /// `flash.filters`
    static let filtersTables: [NativeClassTable] = [
        BitmapFilterQualityClass.table, BitmapFilterTypeClass.table, DisplacementMapFilterModeClass.table,
        BitmapFilterClass.table, BlurFilterClass.table, DropShadowFilterClass.table, GlowFilterClass.table,
        BevelFilterClass.table, GradientGlowFilterClass.table, GradientBevelFilterClass.table,
        ColorMatrixFilterClass.table, ConvolutionFilterClass.table, DisplacementMapFilterClass.table,
        ShaderFilterClass.table,
    ]
}
