import AVM2

/// `flash.filters.DisplacementMapFilterMode`.
enum DisplacementMapFilterModeClass {
    static let table = NativeClassTable.constants("flash.filters.DisplacementMapFilterMode") {
        [
            .text("WRAP", "wrap"), .text("CLAMP", "clamp"), .text("IGNORE", "ignore"), .text("COLOR", "color"),
        ]
    }
}
