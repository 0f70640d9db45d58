import AVM2

extension FlashPackages {
    /// `flash.automation`
    static let automationTables: [NativeClassTable] = [
        AutomationActionClass.table, KeyboardAutomationActionClass.table, MouseAutomationActionClass.table,
        StageCaptureClass.table, StageCaptureEventClass.table,
    ]
}
