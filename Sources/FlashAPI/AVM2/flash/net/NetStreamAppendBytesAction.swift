import AVM2

/// `flash.net.NetStreamAppendBytesAction`.
enum NetStreamAppendBytesActionClass {
    static let table = NativeClassTable.constants("flash.net.NetStreamAppendBytesAction", since: 10) {
        [
            .text("END_SEQUENCE", "endSequence"), .text("RESET_BEGIN", "resetBegin"),
            .text("RESET_SEEK", "resetSeek"),
        ]
    }
}
