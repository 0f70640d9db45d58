import AVM2

/// `flash.net.SharedObjectFlushStatus`.
enum SharedObjectFlushStatusClass {
    static let table = NativeClassTable.constants("flash.net.SharedObjectFlushStatus") {
        [
            .text("FLUSHED", "flushed"), .text("PENDING", "pending"),
        ]
    }
}
