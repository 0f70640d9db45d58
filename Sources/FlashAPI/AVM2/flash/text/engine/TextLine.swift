import AVM
import AVM2

/// `flash.text.engine.TextLine`: lines are not made yet.
enum TextLineClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.text.engine.TextLine", base: "flash.display.DisplayObjectContainer", [.abstract, .final])
        table.since = 10
        table.members = { numbers + others }
        table.staticMembers = { [.int("MAX_LINE_WIDTH", 1_000_000)] }
        return table
    }()

    private static let numberNames: [StaticString] = [
        "ascent", "descent", "specifiedWidth", "textHeight", "textWidth", "totalAscent", "totalDescent",
        "totalHeight", "unjustifiedTextWidth",
    ]
    private static let numbers: [NativeMember] = numberNames.map { NativeMember(missingProperty: $0, ":Number") }

    private static let others: [NativeMember] = [
        NativeMember(slot: "userData", ":*"),
        NativeMember(missingProperty: "atomCount", ":int"),
        NativeMember(missingProperty: "hasGraphicElement", ":Boolean"),
        NativeMember(missingProperty: "hasTabs", ":Boolean"),
        NativeMember(missingProperty: "rawTextLength", ":int"),
        NativeMember(missingProperty: "textBlockBeginIndex", ":int"),
        NativeMember(missingProperty: "nextLine", ":flash.text.engine.TextLine"),
        NativeMember(missingProperty: "previousLine", ":flash.text.engine.TextLine"),
        NativeMember(missingProperty: "textBlock", ":flash.text.engine.TextBlock"),
        NativeMember(missingProperty: "validity", ":String"),
        NativeMember(missing: "dump", "():String"),
        NativeMember(missing: "flushAtomData", "():void"),
        NativeMember(missing: "getAtomBidiLevel", "(atomIndex:int):int"),
        NativeMember(missing: "getAtomBounds", "(atomIndex:int):flash.geom.Rectangle"),
        NativeMember(missing: "getAtomCenter", "(atomIndex:int):Number"),
        NativeMember(missing: "getAtomGraphic", "(atomIndex:int):flash.display.DisplayObject"),
        NativeMember(missing: "getAtomIndexAtCharIndex", "(charIndex:int):int"),
        NativeMember(missing: "getAtomIndexAtPoint", "(stageX:Number, stageY:Number):int"),
        NativeMember(missing: "getAtomTextBlockBeginIndex", "(atomIndex:int):int"),
        NativeMember(missing: "getAtomTextBlockEndIndex", "(atomIndex:int):int"),
        NativeMember(missing: "getAtomTextRotation", "(atomIndex:int):String"),
        NativeMember(missing: "getAtomWordBoundaryOnLeft", "(atomIndex:int):Boolean"),
        NativeMember(missing: "getBaselinePosition", "(baseline:String):Number"),
    ]
}
