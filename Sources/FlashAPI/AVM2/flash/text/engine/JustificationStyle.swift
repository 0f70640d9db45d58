import AVM2

/// `flash.text.engine.JustificationStyle`.
enum JustificationStyleClass {
    static let table = NativeClassTable.constants("flash.text.engine.JustificationStyle", since: 10) {
        [
            .text("PRIORITIZE_LEAST_ADJUSTMENT", "prioritizeLeastAdjustment"),
            .text("PUSH_IN_KINSOKU", "pushInKinsoku"), .text("PUSH_OUT_ONLY", "pushOutOnly"),
        ]
    }
}
