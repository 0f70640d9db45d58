import AVM2

/// `flash.text.engine.TabAlignment`.
enum TabAlignmentClass {
    static let table = NativeClassTable.constants("flash.text.engine.TabAlignment", since: 10) {
        [
            .text("CENTER", "center"), .text("DECIMAL", "decimal"), .text("END", "end"), .text("START", "start"),
        ]
    }
}
