import AVM2

/// `flash.globalization.DateTimeStyle`.
enum DateTimeStyleClass {
    static let table = NativeClassTable.constants("flash.globalization.DateTimeStyle", since: 10) {
        [
            .text("CUSTOM", "custom"), .text("LONG", "long"), .text("MEDIUM", "medium"), .text("NONE", "none"),
            .text("SHORT", "short"),
        ]
    }
}
