import AVM
import AVM2

/// `flash.text.engine.FontDescription`.
enum FontDescriptionClass {
    static let face: CheckedFace = {
        var face = CheckedFace(
            "flash.text.engine.FontDescription",
            """
            (fontName:String = "_serif", fontWeight:String = "normal", fontPosture:String = "normal", \
            fontLookup:String = "device", renderingMode:String = "cff", cffHinting:String = "horizontalStem")
            """,
            [
                CheckedField("fontName", ":String", .present),
                CheckedField("fontWeight", ":String", .oneOf(["normal", "bold"])),
                CheckedField("fontPosture", ":String", .oneOf(["normal", "italic"])),
                CheckedField("fontLookup", ":String", .oneOf(["device", "embeddedCFF"])),
                CheckedField("renderingMode", ":String", .oneOf(["normal", "cff"])),
                CheckedField("cffHinting", ":String", .oneOf(["none", "horizontalStem"])),
                CheckedField("locked", ":Boolean", initial: .false),
            ])
        face.lockSlot = 6
        face.clones = true
        return face
    }()

    static let table: NativeClassTable = {
        var table = face.table()
        table.staticMembers = {
            [
                NativeMember(
                    missing: "isFontCompatible", "(fontName:String, fontWeight:String, fontPosture:String):Boolean"),
                NativeMember(
                    missing: "isDeviceFontCompatible",
                    "(fontName:String, fontWeight:String, fontPosture:String):Boolean"),
            ]
        }
        return table
    }()
}
