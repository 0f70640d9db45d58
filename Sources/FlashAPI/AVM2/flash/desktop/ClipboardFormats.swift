import AVM2

/// `flash.desktop.ClipboardFormats`.
enum ClipboardFormatsClass {
    static let table = NativeClassTable.constants("flash.desktop.ClipboardFormats", since: 10) {
        [
            .text("TEXT_FORMAT", "air:text"), .text("HTML_FORMAT", "air:html"), .text("RICH_TEXT_FORMAT", "air:rtf"),
        ]
    }
}
