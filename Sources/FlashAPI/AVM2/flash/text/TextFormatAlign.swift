import AVM2

/// `flash.text.TextFormatAlign`.
enum TextFormatAlignClass {
    static let table = NativeClassTable.constants("flash.text.TextFormatAlign") {
        [
            .text("LEFT", "left"), .text("CENTER", "center"), .text("RIGHT", "right"), .text("JUSTIFY", "justify"),
            .text("START", "start"), .text("END", "end"),
        ]
    }
}
