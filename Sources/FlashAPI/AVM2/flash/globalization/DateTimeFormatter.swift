import AVM
import AVM2

/// `flash.globalization.DateTimeFormatter`.
enum DateTimeFormatterClass {
    static let face: DataFace = {
        var face = DataFace(
            "flash.globalization.DateTimeFormatter",
            "(requestedLocaleIDName:String, dateStyle:String = \"long\", timeStyle:String = \"long\")",
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
            NativeMember(missing: "format", "(dateTime:Date):String"),
            NativeMember(missing: "formatUTC", "(dateTime:Date):String"),
            NativeMember(missing: "getDateStyle", "():String"),
            NativeMember(missing: "getDateTimePattern", "():String"),
            NativeMember(missing: "getFirstWeekday", "():int"),
            NativeMember(
                missing: "getMonthNames",
                "(nameStyle:String = \"full\", context:String = \"standalone\"):Vector.<String>"),
            NativeMember(missing: "getTimeStyle", "():String"),
            NativeMember(
                missing: "getWeekdayNames",
                "(nameStyle:String = \"full\", context:String = \"standalone\"):Vector.<String>"),
            NativeMember(missing: "setDateTimePattern", "(pattern:String):void"),
            NativeMember(missing: "setDateTimeStyles", "(dateStyle:String, timeStyle:String):void"),
        ]
    })
}
