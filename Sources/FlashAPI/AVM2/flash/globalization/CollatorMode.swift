import AVM2

/// `flash.globalization.CollatorMode`.
enum CollatorModeClass {
    static let table = NativeClassTable.constants("flash.globalization.CollatorMode", since: 10) {
        [
            .text("MATCHING", "matching"), .text("SORTING", "sorting"),
        ]
    }
}
