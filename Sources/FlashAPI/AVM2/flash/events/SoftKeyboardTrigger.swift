import AVM2

/// `flash.events.SoftKeyboardTrigger`.
enum SoftKeyboardTriggerClass {
    static let table = NativeClassTable.constants("flash.events.SoftKeyboardTrigger", since: 12) {
        [
            .text("CONTENT_TRIGGERED", "contentTriggered"), .text("USER_TRIGGERED", "userTriggered"),
        ]
    }
}
