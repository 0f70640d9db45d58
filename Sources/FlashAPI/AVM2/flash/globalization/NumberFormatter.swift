import AVM
import AVM2

/// `flash.globalization.NumberFormatter`.
enum NumberFormatterClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.globalization.NumberFormatter", "(requestedLocaleIDName:String)",
            [
                Field(readOnly: "requestedLocaleIDName", ":String")
            ])
        face.since = 10
        face.flags = .final
        return face
    }()

    static let table = face.table(members: {
        [
            NativeMember(missingProperty: "lastOperationStatus", ":String"),
            NativeMember(missingProperty: "actualLocaleIDName", ":String"),
            NativeMember(missingProperty: "decimalSeparator", ":String"),
            NativeMember(missingProperty: "digitsType", ":uint"),
            NativeMember(missingProperty: "fractionalDigits", ":int"),
            NativeMember(missingProperty: "groupingPattern", ":String"),
            NativeMember(missingProperty: "groupingSeparator", ":String"),
            NativeMember(missingProperty: "leadingZero", ":Boolean"),
            NativeMember(missingProperty: "negativeSymbol", ":String"),
            NativeMember(missingProperty: "trailingZeros", ":Boolean"),
            NativeMember(missingProperty: "useGrouping", ":Boolean"),
            NativeMember(missingProperty: "negativeNumberFormat", ":uint"),
            NativeMember(missing: "formatInt", "(value:int):String"),
            NativeMember(missing: "formatNumber", "(value:Number):String"),
            NativeMember(missing: "formatUint", "(value:uint):String"),
            NativeMember(missing: "parse", "(parseString:String):flash.globalization.NumberParseResult"),
            NativeMember(missing: "parseNumber", "(parseString:String):Number"),
        ]
    })
}
