import AVM
import AVM2

/// `flash.globalization.Collator`.
enum CollatorClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.globalization.Collator", "(requestedLocaleIDName:String, initialMode:String = \"sorting\")",
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
            NativeMember(missingProperty: "ignoreCase", ":Boolean"),
            NativeMember(missingProperty: "ignoreCharacterWidth", ":Boolean"),
            NativeMember(missingProperty: "ignoreDiacritics", ":Boolean"),
            NativeMember(missingProperty: "ignoreKanaType", ":Boolean"),
            NativeMember(missingProperty: "ignoreSymbols", ":Boolean"),
            NativeMember(missingProperty: "numericComparison", ":Boolean"),
            NativeMember(missing: "compare", "(string1:String, string2:String):int"),
            NativeMember(missing: "equals", "(string1:String, string2:String):Boolean"),
        ]
    })
}
