import AVM2

/// `flash.text.engine.LineJustification`.
enum LineJustificationClass {
    static let table = NativeClassTable.constants("flash.text.engine.LineJustification", since: 10) {
        [
            .text("ALL_BUT_LAST", "allButLast"), .text("ALL_BUT_MANDATORY_BREAK", "allButMandatoryBreak"),
            .text("ALL_INCLUDING_LAST", "allIncludingLast"), .text("UNJUSTIFIED", "unjustified"),
        ]
    }
}
