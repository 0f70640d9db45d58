import AVM
import AVM2

/// `flash.globalization.LocaleID`.
enum LocaleIDClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.globalization.LocaleID", "(name:String)",
            [
                Field(readOnly: "name", ":String")
            ])
        face.since = 10
        face.flags = .final
        return face
    }()

    static let table = face.table(
        {
            [
                .text("DEFAULT", "i-default")
            ]
        },
        members: {
            [
                NativeMember(missingProperty: "lastOperationStatus", ":String"),
                NativeMember(missing: "getKeysAndValues", "():Object"),
                NativeMember(missing: "getLanguage", "():String"),
                NativeMember(missing: "getRegion", "():String"),
                NativeMember(missing: "getScript", "():String"),
                NativeMember(missing: "getVariant", "():String"),
                NativeMember(missing: "isRightToLeft", "():Boolean"),
            ]
        })
}
