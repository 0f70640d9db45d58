import AVM2

extension FlashPackages {
    /// `flash.text`
    static let textTables: [NativeClassTable] = [
        AntiAliasTypeClass.table, FontStyleClass.table, FontTypeClass.table, GridFitTypeClass.table,
        TextColorTypeClass.table, TextDisplayModeClass.table, TextFieldAutoSizeClass.table, TextFieldTypeClass.table,
        TextFormatAlignClass.table, TextFormatDisplayClass.table, TextInteractionModeClass.table,
        TextLineMetricsClass.table, TextRunClass.table, CSMSettingsClass.table, TextFormatClass3.table,
        StyleSheetClass3.table, FontClass.table, TextSnapshotClass2.table, TextRendererClass2.table,
        BreakOpportunityClass.table, CFFHintingClass.table, DigitCaseClass.table, DigitWidthClass.table,
        FontLookupClass.table, FontPostureClass.table, FontWeightClass.table, JustificationStyleClass.table,
        KerningClass.table, LigatureLevelClass.table, LineJustificationClass.table, RenderingModeClass.table,
        TabAlignmentClass.table, TextBaselineClass.table, TextLineCreationResultClass.table,
        TextLineValidityClass.table, TextRotationClass.table, TypographicCaseClass.table, FontMetricsClass.table,
        TextLineMirrorRegionClass.table, ElementFormatClass.table, FontDescriptionClass.table, TabStopClass.table,
        TextJustifierClass.table, SpaceJustifierClass.table, EastAsianJustifierClass.table,
        ContentElementClass.table, TextElementClass.table, GraphicElementClass.table, GroupElementClass.table,
        TextBlockClass.table, TextLineClass.table, CompositionAttributeRangeClass.table, IIMEClientClass.table,
    ]
}
