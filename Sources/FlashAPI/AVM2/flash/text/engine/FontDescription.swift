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

    /// Weight and posture of a call that asks for a font by name.
    private static func style(_ call: NativeCall) throws(ScriptError) -> (isBold: Bool, isItalic: Bool) {
        _ = try call.requiredText(0, "fontName")
        _ = try face.fields[1].checked(call[1], call.machine)
        _ = try face.fields[2].checked(call[2], call.machine)
        return (call.text(1) == "bold", call.text(2) == "italic")
    }

    static let table: NativeClassTable = {
        var table = face.table()
        table.staticMembers = {
            [
                NativeMember(
                    method: "isFontCompatible", "(fontName:String, fontWeight:String, fontPosture:String):Boolean"
                ) { (call) throws(ScriptError) in
                    let (isBold, isItalic) = try style(call)
                    return Value(
                        call.player.hasEmbeddedCFF(
                            call.text(0), isBold: isBold, isItalic: isItalic, in: call.runtime.callingAssets))
                },
                NativeMember(
                    method: "isDeviceFontCompatible",
                    "(fontName:String, fontWeight:String, fontPosture:String):Boolean"
                ) { (call) throws(ScriptError) in
                    _ = try style(call)
                    return Value(call.player.hasDeviceFont(call.text(0)))
                },
            ]
        }
        return table
    }()
}
