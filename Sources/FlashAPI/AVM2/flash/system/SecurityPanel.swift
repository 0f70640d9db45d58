import AVM2

/// `flash.system.SecurityPanel`.
enum SecurityPanelClass {
    static let table = NativeClassTable.constants("flash.system.SecurityPanel") {
        [
            .text("CAMERA", "camera"), .text("DEFAULT", "default"), .text("DISPLAY", "display"),
            .text("LOCAL_STORAGE", "localStorage"), .text("MICROPHONE", "microphone"), .text("PRIVACY", "privacy"),
            .text("SETTINGS_MANAGER", "settingsManager"),
        ]
    }
}
