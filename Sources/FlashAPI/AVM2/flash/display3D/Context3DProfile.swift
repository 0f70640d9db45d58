import AVM2

/// `flash.display3D.Context3DProfile`.
enum Context3DProfileClass {
    static let table = NativeClassTable.constants("flash.display3D.Context3DProfile", since: 30) {
        [
            .text("BASELINE", "baseline"), .text("BASELINE_CONSTRAINED", "baselineConstrained"),
            .text("BASELINE_EXTENDED", "baselineExtended"), .text("STANDARD", "standard"),
            .text("STANDARD_CONSTRAINED", "standardConstrained"), .text("STANDARD_EXTENDED", "standardExtended"),
        ]
    }
}
