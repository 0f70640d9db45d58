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
                CheckedField("fontDescription", ":flash.text.engine.FontDescription", .present),
                CheckedField("fontSize", ":Number", .size),
                CheckedField("color", ":uint"),
                CheckedField("alpha", ":Number", .unit),
                CheckedField("textRotation", ":String", .oneOf(Accepted.rotations)),
                CheckedField("dominantBaseline", ":String", .oneOf(Accepted.baselines)),
                CheckedField("alignmentBaseline", ":String", .oneOf(Accepted.alignmentBaselines)),
                CheckedField("baselineShift", ":Number"),
                CheckedField("kerning", ":String", .oneOf(Accepted.kernings)),
                CheckedField("trackingRight", ":Number", .numberOrZero),
                CheckedField("trackingLeft", ":Number", .numberOrZero),
                CheckedField("locale", ":String", .present),
                CheckedField("breakOpportunity", ":String", .oneOf(Accepted.breaks)),
                CheckedField("digitCase", ":String", .oneOf(Accepted.digitCases)),
                CheckedField("digitWidth", ":String", .oneOf(Accepted.digitWidths)),
                CheckedField("ligatureLevel", ":String", .oneOf(Accepted.ligatures)),
                CheckedField("typographicCase", ":String", .oneOf(Accepted.cases)),
                CheckedField("locked", ":Boolean", initial: .false),
            ])
        face.optional = [0]
        face.lockSlot = 17
        face.clones = true
        return face
    }()

    private static func fontMetrics(_ call: NativeCall) throws(ScriptError) -> Value {
        let description = call.slot(0).object?.cell.slots
        let metrics = call.player.engineMetrics(
            description?[0].string?.text ?? "", isBold: description?[1].string?.text == "bold",
            isItalic: description?[2].string?.text == "italic", size: call.slot(1).number ?? 12,
            isEmbedded: description?[3].string?.text == "embeddedCFF", in: call.runtime.callingAssets)
        let held = ValueBuffer(call.heap)
        // The em stands on the baseline by its font's ascent and descent.
        let height = metrics.ascent + metrics.descent
        let top = height > 0 ? -metrics.ascent / height * metrics.size : -metrics.size
        held.append(Value(try call.machine.makeRectangle(0, top, metrics.size, metrics.size)))
        let numbers = [
            metrics.strikethrough.offset, metrics.strikethrough.thickness, metrics.underline.offset,
            metrics.underline.thickness, metrics.lower.offset, metrics.lower.scale, metrics.upper.offset,
            metrics.upper.scale, metrics.leading,
        ]
        return Value(
            try call.machine.make(
                "flash.text.engine.FontMetrics", [held.elements[0]] + numbers.map { Value(double: $0) }))
    }

    static let table: NativeClassTable = {
        var table = face.table(members: {
            [NativeMember(method: "getFontMetrics", "():flash.text.engine.FontMetrics", fontMetrics)]
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
