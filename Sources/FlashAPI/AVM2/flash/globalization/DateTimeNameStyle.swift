import AVM2

/// `flash.globalization.DateTimeNameStyle`.
enum DateTimeNameStyleClass {
    static let table = NativeClassTable.constants("flash.globalization.DateTimeNameStyle", since: 10) {
        [
            .text("FULL", "full"), .text("LONG_ABBREVIATION", "longAbbreviation"),
            .text("SHORT_ABBREVIATION", "shortAbbreviation"),
        ]
    }
}
