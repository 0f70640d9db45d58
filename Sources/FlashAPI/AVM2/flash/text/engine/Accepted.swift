/// The values that properties of `flash.text.engine` may have.
enum Accepted {
    static let baselines = [
        "roman", "ascent", "descent", "ideographicTop", "ideographicCenter", "ideographicBottom",
    ]
    static let alignmentBaselines = baselines + ["useDominantBaseline"]
    static let rotations = ["rotate0", "rotate90", "rotate180", "rotate270", "auto"]
    static let lineRotations = ["rotate0", "rotate90", "rotate180", "rotate270"]
    static let kernings = ["on", "off", "auto"]
    static let breaks = ["auto", "all", "any", "none"]
    static let digitCases = ["default", "lining", "oldStyle"]
    static let digitWidths = ["default", "proportional", "tabular"]
    static let ligatures = ["none", "minimum", "common", "uncommon", "exotic"]
    static let cases = ["default", "title", "caps", "smallCaps", "uppercase", "lowercase", "capsAndSmallCaps"]
    static let justifications = ["unjustified", "allButLast", "allIncludingLast", "allButMandatoryBreak"]
    static let styles = ["pushInKinsoku", "pushOutOnly", "prioritizeLeastAdjustment"]
    static let alignments = ["start", "center", "end", "decimal"]
}
