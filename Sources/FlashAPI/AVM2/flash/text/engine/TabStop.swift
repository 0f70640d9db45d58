import AVM
import AVM2

/// `flash.text.engine.TabStop`.
enum TabStopClass {
    static let face = CheckedFace(
        "flash.text.engine.TabStop",
        "(alignment:String = \"start\", position:Number = 0, decimalAlignmentToken:String = \"\")",
        [
            CheckedField("alignment", ":String", .oneOf(Accepted.alignments)),
            CheckedField("position", ":Number", .notNegative),
            CheckedField("decimalAlignmentToken", ":String", .present),
        ])

    static let table = face.table()
}
