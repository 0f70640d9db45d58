import AVM
import AVM2

/// `flash.globalization.StringTools`.
enum StringToolsClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.globalization.StringTools", "(requestedLocaleIDName:String)",
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
            NativeMember(missing: "toLowerCase", "(s:String):String"),
            NativeMember(missing: "toUpperCase", "(s:String):String"),
        ]
    })
}
