import AVM2

/// `flash.net.URLRequestMethod`.
enum URLRequestMethodClass {
    static let table = NativeClassTable.constants("flash.net.URLRequestMethod") {
        [
            .text("DELETE", "DELETE"), .text("GET", "GET"), .text("HEAD", "HEAD"), .text("OPTIONS", "OPTIONS"),
            .text("POST", "POST"), .text("PUT", "PUT"),
        ]
    }
}
