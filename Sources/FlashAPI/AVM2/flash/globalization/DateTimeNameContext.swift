import AVM2

/// `flash.globalization.DateTimeNameContext`.
enum DateTimeNameContextClass {
    static let table = NativeClassTable.constants("flash.globalization.DateTimeNameContext", since: 10) {
        [
            .text("FORMAT", "format"), .text("STANDALONE", "standalone"),
        ]
    }
}
