import AVM2

/// `flash.display.ActionScriptVersion`.
enum ActionScriptVersionClass {
    static let table = NativeClassTable.constants("flash.display.ActionScriptVersion") {
        [
            .uint("ACTIONSCRIPT2", 2), .uint("ACTIONSCRIPT3", 3),
        ]
    }
}
