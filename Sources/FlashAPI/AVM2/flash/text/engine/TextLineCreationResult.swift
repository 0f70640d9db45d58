import AVM2

/// `flash.text.engine.TextLineCreationResult`.
enum TextLineCreationResultClass {
    static let table = NativeClassTable.constants("flash.text.engine.TextLineCreationResult", since: 10) {
        [
            .text("COMPLETE", "complete"), .text("EMERGENCY", "emergency"),
            .text("INSUFFICIENT_WIDTH", "insufficientWidth"), .text("SUCCESS", "success"),
        ]
    }
}
