import AVM2

/// `flash.text.engine.Kerning`.
enum KerningClass {
    static let table = NativeClassTable.constants("flash.text.engine.Kerning", since: 10) {
        [
            .text("AUTO", "auto"), .text("OFF", "off"), .text("ON", "on"),
        ]
    }
}
