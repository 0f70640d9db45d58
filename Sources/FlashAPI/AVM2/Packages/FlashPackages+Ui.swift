import AVM2

extension FlashPackages {
    /// `flash.ui`
    static let uiTables: [NativeClassTable] = [
        KeyLocationClass.table, KeyboardTypeClass.table, MouseCursorClass.table, MultitouchInputModeClass.table,
        ContextMenuBuiltInItemsClass.table, ContextMenuClipboardItemsClass.table, MouseCursorDataClass.table,
        GameInputControlClass.table, ContextMenuClass3.table, ContextMenuItemClass.table, KeyboardClass.table,
        MouseClass3.table, MultitouchClass.table, GameInputClass.table, GameInputDeviceClass.table,
    ]
}
