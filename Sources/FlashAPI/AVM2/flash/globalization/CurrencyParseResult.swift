import AVM
import AVM2

/// `flash.globalization.CurrencyParseResult`.
enum CurrencyParseResultClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.globalization.CurrencyParseResult", "(value:Number = NaN, symbol:String = \"\")",
            [
                Field(readOnly: "value", ":Number"), Field(readOnly: "currencyString", ":String"),
            ])
        face.since = 10
        face.flags = .final
        return face
    }()

    static let table = face.table()
}
