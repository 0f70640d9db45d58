import AVM2

/// `flash.text.engine.TextBaseline`.
enum TextBaselineClass {
    static let table = NativeClassTable.constants("flash.text.engine.TextBaseline", since: 10) {
        [
            .text("ASCENT", "ascent"), .text("DESCENT", "descent"), .text("IDEOGRAPHIC_BOTTOM", "ideographicBottom"),
            .text("IDEOGRAPHIC_CENTER", "ideographicCenter"), .text("IDEOGRAPHIC_TOP", "ideographicTop"),
            .text("ROMAN", "roman"), .text("USE_DOMINANT_BASELINE", "useDominantBaseline"),
        ]
    }
}
