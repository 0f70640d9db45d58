import AVM2

/// `flash.ui.MultitouchInputMode`.
enum MultitouchInputModeClass {
    static let table = NativeClassTable.constants("flash.ui.MultitouchInputMode", since: 10) {
        [
            .text("GESTURE", "gesture"), .text("NONE", "none"), .text("TOUCH_POINT", "touchPoint"),
        ]
    }
}
