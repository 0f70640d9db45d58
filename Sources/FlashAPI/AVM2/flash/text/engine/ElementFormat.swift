import AVM
import AVM2

/// `flash.text.engine.ElementFormat`.
enum ElementFormatClass {
    static let face: CheckedFace = {
        var face = CheckedFace(
            "flash.text.engine.ElementFormat",
            """
            (fontDescription:flash.text.engine.FontDescription = null, fontSize:Number = 12, color:uint = 0, \
            alpha:Number = 1, textRotation:String = "auto", dominantBaseline:String = "roman", \
            alignmentBaseline:String = "useDominantBaseline", baselineShift:Number = 0, kerning:String = "on", \
            trackingRight:Number = 0, trackingLeft:Number = 0, locale:String = "en", \
            breakOpportunity:String = "auto", digitCase:String = "default", digitWidth:String = "default", \
            ligatureLevel:String = "common", typographicCase:String = "default")
            """,
            [
                CheckedField("fontDescription", ":flash.text.engine.FontDescription"),
                CheckedField("fontSize", ":Number", .notNegative),
                CheckedField("color", ":uint"),
                CheckedField("alpha", ":Number", .unit),
                CheckedField("textRotation", ":String", .oneOf(Accepted.rotations)),
                CheckedField("dominantBaseline", ":String", .oneOf(Accepted.baselines)),
                CheckedField("alignmentBaseline", ":String", .oneOf(Accepted.alignmentBaselines)),
                CheckedField("baselineShift", ":Number"),
                CheckedField("kerning", ":String", .oneOf(Accepted.kernings)),
                CheckedField("trackingRight", ":Number"),
                CheckedField("trackingLeft", ":Number"),
                CheckedField("locale", ":String", .present),
                CheckedField("breakOpportunity", ":String", .oneOf(Accepted.breaks)),
                CheckedField("digitCase", ":String", .oneOf(Accepted.digitCases)),
                CheckedField("digitWidth", ":String", .oneOf(Accepted.digitWidths)),
                CheckedField("ligatureLevel", ":String", .oneOf(Accepted.ligatures)),
                CheckedField("typographicCase", ":String", .oneOf(Accepted.cases)),
                CheckedField("locked", ":Boolean", initial: .false),
            ])
        // The order in which the constructor sets them, which shows where several are wrong.
        face.order = [0, 1, 2, 3, 16, 15, 14, 13, 12, 8, 6, 5, 4, 7, 9, 10, 11]
        face.lockSlot = 17
        face.clones = true
        return face
    }()

    static let table: NativeClassTable = {
        var table = face.table(members: {
            [NativeMember(missing: "getFontMetrics", "():flash.text.engine.FontMetrics")]
        })
        let initialize = table.initialize
        table.initialize = { (call) throws(ScriptError) in
            _ = try initialize?(call)
            if call.slot(0).isNull {
                call.setSlot(0, Value(try call.machine.make("flash.text.engine.FontDescription")))
            }
            return .undefined
        }
        return table
    }()
}
