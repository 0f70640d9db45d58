import AVM2

/// `flash.media.VideoStatus`.
enum VideoStatusClass {
    static let table = NativeClassTable.constants("flash.media.VideoStatus", since: 11) {
        [
            .text("ACCELERATED", "accelerated"), .text("SOFTWARE", "software"), .text("UNAVAILABLE", "unavailable"),
        ]
    }
}
