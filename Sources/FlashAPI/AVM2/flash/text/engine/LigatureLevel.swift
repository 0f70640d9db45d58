import AVM2

/// `flash.text.engine.LigatureLevel`.
enum LigatureLevelClass {
    static let table = NativeClassTable.constants("flash.text.engine.LigatureLevel", since: 10) {
        [
            .text("COMMON", "common"), .text("EXOTIC", "exotic"), .text("MINIMUM", "minimum"), .text("NONE", "none"),
            .text("UNCOMMON", "uncommon"),
        ]
    }
}
