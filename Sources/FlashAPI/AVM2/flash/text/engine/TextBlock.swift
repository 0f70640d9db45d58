import AVM
import AVM2

/// `flash.text.engine.TextBlock`: its properties; lines are not made yet.
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
                CheckedField("content", ":flash.text.engine.ContentElement"),
                CheckedField("tabStops", ":Vector.<flash.text.engine.TabStop>"),
                CheckedField("textJustifier", ":flash.text.engine.TextJustifier"),
                CheckedField("lineRotation", ":String", .oneOf(Accepted.lineRotations)),
                CheckedField("baselineZero", ":String", .oneOf(Accepted.baselines)),
                CheckedField("bidiLevel", ":int", .notNegative),
                CheckedField("applyNonLinearFontScaling", ":Boolean"),
                CheckedField("baselineFontDescription", ":flash.text.engine.FontDescription"),
                CheckedField("baselineFontSize", ":Number", .notNegative),
            ])
        return face
    }()

    static let table: NativeClassTable = {
        var table = face.table(members: {
            [
                NativeMember(slot: "userData", ":*"),
                NativeMember(get: "textLineCreationResult", ":String") { (_) throws(ScriptError) in .null },
                NativeMember(get: "firstInvalidLine", ":flash.text.engine.TextLine") { (_) throws(ScriptError) in .null
                },
                NativeMember(get: "firstLine", ":flash.text.engine.TextLine") { (_) throws(ScriptError) in .null },
                NativeMember(get: "lastLine", ":flash.text.engine.TextLine") { (_) throws(ScriptError) in .null },
                NativeMember(
                    missing: "createTextLine",
                    """
                    (previousLine:flash.text.engine.TextLine = null, width:Number = 1000000, lineOffset:Number = 0, \
                    fitSomething:Boolean = false):flash.text.engine.TextLine
                    """),
                NativeMember(
                    missing: "recreateTextLine",
                    """
                    (textLine:flash.text.engine.TextLine, previousLine:flash.text.engine.TextLine = null, \
                    width:Number = 1000000, lineOffset:Number = 0, \
                    fitSomething:Boolean = false):flash.text.engine.TextLine
                    """),
                NativeMember(
                    missing: "releaseLines",
                    "(firstLine:flash.text.engine.TextLine, lastLine:flash.text.engine.TextLine):void"),
                NativeMember(missing: "releaseLineCreationData", "():void"),
                NativeMember(missing: "findNextAtomBoundary", "(afterCharIndex:int):int"),
                NativeMember(missing: "findPreviousAtomBoundary", "(beforeCharIndex:int):int"),
                NativeMember(missing: "findNextWordBoundary", "(afterCharIndex:int):int"),
                NativeMember(missing: "findPreviousWordBoundary", "(beforeCharIndex:int):int"),
                NativeMember(missing: "getTextLineAtCharIndex", "(charIndex:int):flash.text.engine.TextLine"),
                NativeMember(missing: "dump", "():String"),
            ]
        })
        let initialize = table.initialize
        table.initialize = { (call) throws(ScriptError) in
            _ = try initialize?(call)
            if call.slot(2).isNull {
                call.setSlot(2, Value(try call.machine.make("flash.text.engine.SpaceJustifier")))
            }
            return .undefined
        }
        return table
    }()
}
