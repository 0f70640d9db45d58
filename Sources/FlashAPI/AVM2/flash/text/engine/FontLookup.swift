import AVM2

/// `flash.text.engine.FontLookup`.
enum FontLookupClass {
    static let table = NativeClassTable.constants("flash.text.engine.FontLookup", since: 10) {
        [
            .text("DEVICE", "device"), .text("EMBEDDED_CFF", "embeddedCFF"),
        ]
    }
}
