import AVM2

/// `flash.utils.CompressionAlgorithm`.
enum CompressionAlgorithmClass {
    static let table = NativeClassTable.constants("flash.utils.CompressionAlgorithm", since: 11) {
        [
            .text("ZLIB", "zlib"), .text("DEFLATE", "deflate"), .text("LZMA", "lzma"),
        ]
    }
}
