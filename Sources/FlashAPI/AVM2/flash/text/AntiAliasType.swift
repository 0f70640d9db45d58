import AVM2

/// `flash.text.AntiAliasType`.
enum AntiAliasTypeClass {
    static let table = NativeClassTable.constants("flash.text.AntiAliasType") {
        [
            .text("NORMAL", "normal"), .text("ADVANCED", "advanced"),
        ]
    }
}
