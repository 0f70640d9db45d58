import AVM
import AVM2

/// `flash.text.engine.TextBlock`: its properties, and the lines that are made of its content.
enum TextBlockClass {
    static let face: CheckedFace = {
        var face = CheckedFace(
            "flash.text.engine.TextBlock",
            """
            (content:flash.text.engine.ContentElement = null, tabStops:Vector.<flash.text.engine.TabStop> = null, \
            textJustifier:flash.text.engine.TextJustifier = null, lineRotation:String = "rotate0", \
            baselineZero:String = "roman", bidiLevel:int = 0, applyNonLinearFontScaling:Boolean = true, \
            baselineFontDescription:flash.text.engine.FontDescription = null, baselineFontSize:Number = 12)
            """,
            [
                content, tabStops, justifier,
                CheckedField("lineRotation", ":String", .oneOf(Accepted.lineRotations)),
                CheckedField("baselineZero", ":String", .oneOf(Accepted.baselines)),
                CheckedField("bidiLevel", ":int", .notNegative),
                CheckedField("applyNonLinearFontScaling", ":Boolean"),
                CheckedField("baselineFontDescription", ":flash.text.engine.FontDescription"),
                CheckedField("baselineFontSize", ":Number", .notNegative),
            ])
        face.optional = [2]
        return face
    }()

    private static let content: CheckedField = {
        var field = CheckedField("content", ":flash.text.engine.ContentElement")
        field.didSet = { (call, old) throws(ScriptError) in
            let new = call.slot(Slot.content)
            // Quirk: the same content again is other content.
            old.object?.cell.slots[ContentElementClass.Slot.block] = .null
            new.object?.cell.slots[ContentElementClass.Slot.block] = call.this
            TextBlockLines.invalidate(call.this, from: 0, call)
        }
        return field
    }()

    private static let tabStops: CheckedField = {
        var field = CheckedField("tabStops", ":Vector.<flash.text.engine.TabStop>")
        field.isCopied = true
        return field
    }()

    private static let justifier: CheckedField = {
        var field = CheckedField("textJustifier", ":flash.text.engine.TextJustifier", .present)
        field.helper = "flash.text.engine::TextBlock/setTextJustifier"
        return field
    }()

    /// Slots of the constructor and behind them.
    enum Slot {
        static let content = 0
        static let tabStops = 1
        static let justifier = 2
        static let lineRotation = 3
        static let baselineZero = 4
        static let bidiLevel = 5
        static let firstLine = 10
        static let lastLine = 11
        static let result = 12
    }

    static let table: NativeClassTable = {
        var table = face.table(members: {
            [
                NativeMember(slot: "userData", ":*"),
                NativeMember(slot: "firstTextLine", ":*", .internal),
                NativeMember(slot: "lastTextLine", ":*", .internal),
                NativeMember(slot: "creationResult", ":*", .internal),
            ] + TextBlockLines.members
        })
        let initialize = table.initialize
        table.initialize = { (call) throws(ScriptError) in
            _ = try initialize?(call)
            for slot in [Slot.firstLine, Slot.lastLine, Slot.result] { call.setSlot(slot, .null) }
            if call.slot(Slot.justifier).isNull {
                call.setSlot(2, Value(try call.machine.make("flash.text.engine.SpaceJustifier")))
            }
            return .undefined
        }
        return table
    }()
}
