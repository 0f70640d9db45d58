import AVM2

/// `flash.text.engine.BreakOpportunity`.
enum BreakOpportunityClass {
    static let table = NativeClassTable.constants("flash.text.engine.BreakOpportunity", since: 10) {
        [
            .text("ALL", "all"), .text("ANY", "any"), .text("AUTO", "auto"), .text("NONE", "none"),
        ]
    }
}
