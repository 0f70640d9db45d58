import AVM
import AVM2

/// `flash.globalization.NumberParseResult`.
enum NumberParseResultClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.globalization.NumberParseResult",
            "(value:Number = NaN, startIndex:int = 2147483647, endIndex:int = 2147483647)",
            [
                Field(readOnly: "value", ":Number"), Field(readOnly: "startIndex", ":int"),
                Field(readOnly: "endIndex", ":int"),
            ])
        face.since = 10
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
