import AVM2

/// `flash.desktop.ClipboardTransferMode`.
enum ClipboardTransferModeClass {
    static let table = NativeClassTable.constants("flash.desktop.ClipboardTransferMode", since: 10) {
        [
            .text("CLONE_ONLY", "cloneOnly"), .text("CLONE_PREFERRED", "clonePreferred"),
            .text("ORIGINAL_ONLY", "originalOnly"), .text("ORIGINAL_PREFERRED", "originalPreferred"),
        ]
    }
}
