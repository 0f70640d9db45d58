import AVM2

/// `flash.text.FontType`.
enum FontTypeClass {
    static let table = NativeClassTable.constants("flash.text.FontType") {
        [
            .text("EMBEDDED", "embedded"), .text("EMBEDDED_CFF", "embeddedCFF"), .text("DEVICE", "device"),
        ]
    }
}
