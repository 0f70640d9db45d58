import AVM
import AVM2

/// `flash.text.TextRun`.
enum TextRunClass {
    static let face = DataFace(
        "flash.text.TextRun", "(beginIndex:int, endIndex:int, textFormat:flash.text.TextFormat)",
        [
            Field(variable: "beginIndex", ":int"), Field(variable: "endIndex", ":int"),
            Field(variable: "textFormat", ":flash.text.TextFormat"),
        ])

    static let table = face.table()
}
