import AVM2

/// `flash.text.engine.TextLineValidity`.
enum TextLineValidityClass {
    static let table = NativeClassTable.constants("flash.text.engine.TextLineValidity", since: 10) {
        [
            .text("INVALID", "invalid"), .text("POSSIBLY_INVALID", "possiblyInvalid"), .text("STATIC", "static"),
            .text("VALID", "valid"),
        ]
    }
}
