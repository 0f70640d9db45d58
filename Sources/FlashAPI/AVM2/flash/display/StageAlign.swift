import AVM2

/// `flash.display.StageAlign`.
enum StageAlignClass {
    static let table = NativeClassTable.constants("flash.display.StageAlign") {
        [
            .text("TOP", "T"), .text("LEFT", "L"), .text("BOTTOM", "B"), .text("RIGHT", "R"),
            .text("TOP_LEFT", "TL"), .text("TOP_RIGHT", "TR"), .text("BOTTOM_LEFT", "BL"),
            .text("BOTTOM_RIGHT", "BR"),
        ]
    }
}
