import AVM2

/// `flash.media.H264Profile`.
enum H264ProfileClass {
    static let table = NativeClassTable.constants("flash.media.H264Profile", since: 13) {
        [
            .text("BASELINE", "baseline"), .text("MAIN", "main"),
        ]
    }
}
