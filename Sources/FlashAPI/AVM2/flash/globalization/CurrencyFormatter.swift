import AVM
import AVM2

/// `flash.globalization.CurrencyFormatter`.
enum CurrencyFormatterClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.globalization.CurrencyFormatter", "(requestedLocaleIDName:String)",
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
            NativeMember(missingProperty: "currencyISOCode", ":String"),
            NativeMember(missingProperty: "currencySymbol", ":String"),
            NativeMember(missingProperty: "negativeCurrencyFormat", ":uint"),
            NativeMember(missingProperty: "positiveCurrencyFormat", ":uint"),
            NativeMember(missing: "format", "(value:Number, withCurrencySymbol:Boolean = false):String"),
            NativeMember(missing: "formattingWithCurrencySymbolIsSafe", "(requestedISOCode:String):Boolean"),
            NativeMember(missing: "parse", "(inputString:String):flash.globalization.CurrencyParseResult"),
            NativeMember(missing: "setCurrency", "(currencyISOCode:String, currencySymbol:String):void"),
        ]
    })
}
