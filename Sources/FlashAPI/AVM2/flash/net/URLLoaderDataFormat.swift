import AVM2

/// `flash.net.URLLoaderDataFormat`.
enum URLLoaderDataFormatClass {
    static let table = NativeClassTable.constants("flash.net.URLLoaderDataFormat") {
        [
            .text("BINARY", "binary"), .text("TEXT", "text"), .text("VARIABLES", "variables"),
        ]
    }
}
