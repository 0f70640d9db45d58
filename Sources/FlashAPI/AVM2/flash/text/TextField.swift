import AVM
import AVM2
import Base
import Player

/// `flash.text.TextField`.
enum TextFieldClass2 {
    static let tables: [NativeClassTable] = [
        table, staticText,
    ]

    private static let staticText: NativeClassTable = {
        var table = ShapeClass.ofTimelines("flash.text.StaticText", [.final, .abstract])
        table.members = {
            [
                NativeMember(get: "text", ":String") { (call) throws(ScriptError) in
                    guard let units = (try call.display() as? StaticText)?.textUnits else { return .null }
                    return Value(call.heap.makeString(utf16: units))
                }
            ]
        }
        return table
    }()

    private static let table: NativeClassTable = {
        var table = NativeClassTable("flash.text.TextField", base: "flash.display.InteractiveObject")
        table.makeState = { machine, traits in
            (machine.host as? AVM2Runtime)?.makeDisplayState(traits) { $0.makeTextField() }
        }
        table.members = { textual + looks + measures + methods }
        return table
    }()

    // MARK: Rows

    private static func field(_ call: NativeCall) throws(ScriptError) -> EditText {
        guard let field = try call.display() as? EditText else { throw call.machine.nullReference(call.this) }
        return field
    }

    private static func read(
        _ body: @escaping @Sendable (EditText, NativeCall) throws(ScriptError) -> Value
    ) -> NativeBody {
        { (call) throws(ScriptError) in try body(try field(call), call) }
    }

    private static func write(
        _ body: @escaping @Sendable (EditText, NativeCall) throws(ScriptError) -> Void
    ) -> NativeBody {
        { (call) throws(ScriptError) in
            try body(try field(call), call)
            return .undefined
        }
    }

    private static func flag(
        _ name: StaticString, _ get: @escaping @Sendable (EditText) -> Bool,
        _ set: @escaping @Sendable (EditText, Bool) -> Void
    ) -> NativeMember {
        NativeMember(
            property: name, ":Boolean", get: read { field, _ in Value(get(field)) },
            set: write { field, call in set(field, call.bool(0)) })
    }

    private static func color(
        _ name: StaticString, _ get: @escaping @Sendable (EditText) -> UInt32,
        _ set: @escaping @Sendable (EditText, UInt32) -> Void
    ) -> NativeMember {
        NativeMember(
            property: name, ":uint", get: read { field, _ in Value(Int(get(field))) },
            set: write { field, call in set(field, call.uint(0) & 0xFF_FFFF) })
    }

    /// A word of a fixed list; others are Error #2008.
    private static func word(
        _ name: StaticString, _ words: [String], _ get: @escaping @Sendable (EditText) -> String,
        _ set: @escaping @Sendable (EditText, String) -> Void
    ) -> NativeMember {
        NativeMember(
            property: name, ":String", get: read { field, call in call.text(get(field)) },
            set: write { (field, call) throws(ScriptError) in
                guard words.contains(call.text(0)) else {
                    throw call.machine.makeError(.argument, 2008, [String(describing: name)])
                }
                set(field, call.text(0))
            })
    }

    /// A word that is never an error, but null is.
    private static func freeWord(
        _ name: StaticString, _ get: @escaping @Sendable (EditText) -> String,
        _ set: @escaping @Sendable (EditText, String) -> Void
    ) -> NativeMember {
        NativeMember(
            property: name, ":String", get: read { field, call in call.text(get(field)) },
            set: write { (field, call) throws(ScriptError) in
                set(field, try call.requiredText(0, String(describing: name)).text)
            })
    }

    // MARK: Text

    /// Takes on what the field's style sheet says now.
    private static func refreshStyles(_ field: EditText, _ call: NativeCall) throws(ScriptError) {
        guard let sheet = try call.state(DisplayState.self).kept["styleSheet"]?.object?.native(as: StyleSheetState.self)
        else {
            if field.styles != nil { field.styles = nil }
            return
        }
        field.styles = try StyleSheetClass3.sheet(sheet, call)
    }

    /// Error #2009 where a style sheet is in force.
    private static func requireNoStyles(_ field: EditText, _ call: NativeCall) throws(ScriptError) {
        if field.styles != nil { throw call.machine.makeError(.error, 2009) }
    }

    private static let textual: [NativeMember] = [
        NativeMember(
            property: "text", ":String",
            get: read { field, call in Value(call.heap.makeString(utf16: field.content.units)) },
            set: write { (field, call) throws(ScriptError) in
                guard let text = call.string(0) else { throw call.machine.makeError(.type, 2007, ["text"]) }
                try refreshStyles(field, call)
                field.setText(text.units)
            }),
        NativeMember(
            property: "htmlText", ":String",
            get: read { field, call in call.text(field.htmlText2) },
            set: write { (field, call) throws(ScriptError) in
                guard let text = call.string(0) else { throw call.machine.makeError(.type, 2007, ["text"]) }
                field.isHTML = true
                try refreshStyles(field, call)
                field.setHTMLText(text.units)
            }),
        NativeMember(get: "length", ":int", read { field, _ in Value(field.content.count) }),
        flag("condenseWhite", { $0.condensesWhite }, { $0.condensesWhite = $1 }),
        NativeMember(
            property: "maxChars", ":int", get: read { field, _ in Value(field.maxChars ?? 0) },
            set: write { field, call in field.maxChars = call.int(0) > 0 ? Int(call.int(0)) : nil }),
        NativeMember(
            property: "restrict", ":String",
            get: read { field, call in field.restrict.map { call.text($0) } ?? .null },
            set: write { field, call in field.restrict = call.string(0)?.text }),
        NativeMember(
            property: "styleSheet", ":flash.text.StyleSheet",
            get: read { (field, call) throws(ScriptError) in
                try call.state(DisplayState.self).kept["styleSheet"] ?? .null
            },
            set: write { (field, call) throws(ScriptError) in
                try call.state(DisplayState.self).kept["styleSheet"] = call[0].isNullish ? nil : call[0]
                field.isHTML = true
                try refreshStyles(field, call)
            }),
        NativeMember(
            property: "defaultTextFormat", ":flash.text.TextFormat",
            get: read { (field, call) throws(ScriptError) in
                try TextFormatConversion.object(field.content.defaultFormat, call)
            },
            set: write { (field, call) throws(ScriptError) in
                guard let object = call.object(0) else { throw call.machine.makeError(.type, 2007, ["format"]) }
                try requireNoStyles(field, call)
                field.setDefaultFormat(try TextFormatConversion.format(object, call))
            }),
        NativeMember(
            property: "textColor", ":uint",
            get: read { field, _ in Value(Int(field.content.defaultFormat.color ?? 0)) },
            set: write { field, call in
                var format = TextFormat()
                format.color = call.uint(0) & 0xFF_FFFF
                field.setFormat(format, of: 0..<field.content.count)
                field.setDefaultFormat(format)
            }),
    ]

    private static let looks: [NativeMember] = [
        flag("multiline", { $0.isMultiline }, { $0.isMultiline = $1 }),
        flag("wordWrap", { $0.wordWraps }, { $0.wordWraps = $1 }),
        flag("displayAsPassword", { $0.isPassword }, { $0.isPassword = $1 }),
        flag("selectable", { $0.isSelectable }, { $0.isSelectable = $1 }),
        flag("border", { $0.hasBorder }, { $0.hasBorder = $1 }),
        flag("background", { $0.hasBackground }, { $0.hasBackground = $1 }),
        flag("embedFonts", { $0.usesEmbeddedFonts }, { $0.usesEmbeddedFonts = $1 }),
        flag("mouseWheelEnabled", { $0.scrollsByWheel }, { $0.scrollsByWheel = $1 }),
        flag("alwaysShowSelection", { $0.alwaysShowsSelection }, { $0.alwaysShowsSelection = $1 }),
        flag("useRichTextClipboard", { $0.usesRichClipboard }, { $0.usesRichClipboard = $1 }),
        color("borderColor", { $0.borderColor }, { $0.borderColor = $1 }),
        color("backgroundColor", { $0.backgroundColor }, { $0.backgroundColor = $1 }),
        word("type", ["input", "dynamic"], { $0.isEditable ? "input" : "dynamic" }, { $0.isEditable = $1 == "input" }),
        word(
            "autoSize", ["none", "left", "center", "right"], { $0.autoSize.rawValue },
            { $0.autoSize = EditText.AutoSize(rawValue: $1) ?? .none }),
        // What is no such word changes nothing, or turns fitting off.
        freeWord(
            "antiAliasType", { $0.antiAliasType },
            { if ["normal", "advanced"].contains($1) { $0.antiAliasType = $1 } }),
        freeWord(
            "gridFitType", { $0.gridFitType },
            { $0.gridFitType = ["pixel", "subpixel"].contains($1) ? $1 : "none" }),
        word("textInteractionMode", ["normal", "selection"], { _ in "normal" }, { _, _ in }),
        NativeMember(
            property: "thickness", ":Number", get: read { field, _ in Value(double: field.thickness) },
            set: write { field, call in
                field.thickness = clamped(call.number(0), 200)
            }),
        NativeMember(
            property: "sharpness", ":Number", get: read { field, _ in Value(double: field.sharpness) },
            set: write { field, call in
                field.sharpness = clamped(call.number(0), 400)
            }),
    ]

    private static let measures: [NativeMember] = [
        NativeMember(get: "textWidth", ":Number", read { field, _ in Value(double: field.textSize.width) }),
        NativeMember(get: "textHeight", ":Number", read { field, _ in Value(double: field.textSize.height) }),
        NativeMember(get: "numLines", ":int", read { field, _ in Value(max(1, field.lineCount)) }),
        NativeMember(
            property: "scrollV", ":int", get: read { field, _ in Value(field.scroll) },
            set: write { field, call in field.setScroll(Int(call.int(0))) }),
        NativeMember(get: "maxScrollV", ":int", read { field, _ in Value(field.maxScroll) }),
        NativeMember(get: "bottomScrollV", ":int", read { field, _ in Value(field.bottomScroll) }),
        NativeMember(
            property: "scrollH", ":int", get: read { field, _ in Value(Int(field.hscroll)) },
            set: write { field, call in field.setHScroll(Double(call.int(0))) }),
        NativeMember(get: "maxScrollH", ":int", read { field, _ in Value(Int(field.maxHScroll)) }),
        NativeMember(get: "caretIndex", ":int", read { field, _ in Value(field.selection?.caret ?? 0) }),
        NativeMember(
            get: "selectionBeginIndex", ":int", read { field, _ in Value(field.selection?.range.lowerBound ?? 0) }),
        NativeMember(
            get: "selectionEndIndex", ":int", read { field, _ in Value(field.selection?.range.upperBound ?? 0) }),
        NativeMember(
            get: "selectedText", ":String",
            read { field, call in
                guard let range = field.selection?.range else { return call.text("") }
                return Value(call.heap.makeString(utf16: Array(field.content.units[range])))
            }),
    ]

    private static let methods: [NativeMember] = [
        NativeMember(
            method: "appendText", "(newText:String):void",
            write { (field, call) throws(ScriptError) in
                guard let text = call.string(0) else { throw call.machine.makeError(.type, 2007, ["newText"]) }
                field.replace(field.content.count..<field.content.count, with: text.units)
            }),
        NativeMember(
            method: "replaceText", "(beginIndex:int, endIndex:int, newText:String):void",
            write { (field, call) throws(ScriptError) in
                guard let text = call.string(2) else { throw call.machine.makeError(.type, 2007, ["newText"]) }
                let (begin, end) = (Int(call.int(0)), Int(call.int(1)))
                guard begin >= 0, end >= begin, end <= field.content.count else {
                    throw call.machine.makeError(.range, 2006)
                }
                field.replace(begin..<end, with: text.units)
            }),
        NativeMember(
            method: "replaceSelectedText", "(value:String):void",
            write { (field, call) throws(ScriptError) in
                guard let text = call.string(0) else { throw call.machine.makeError(.type, 2007, ["value"]) }
                try requireNoStyles(field, call)
                let end = field.content.count
                field.replace(field.selection?.range ?? end..<end, with: text.units)
            }),
        NativeMember(
            method: "setSelection", "(beginIndex:int, endIndex:int):void",
            write { field, call in
                field.select(from: Int(max(0, call.int(0))), to: Int(max(0, call.int(1))))
            }),
        NativeMember(
            method: "setTextFormat", "(format:flash.text.TextFormat, beginIndex:int = -1, endIndex:int = -1):void",
            write { (field, call) throws(ScriptError) in
                guard let object = call.object(0) else { throw call.machine.makeError(.type, 2007, ["format"]) }
                try requireNoStyles(field, call)
                let range = try range(field, call)
                field.setFormat(try TextFormatConversion.format(object, call), of: range)
            }),
        NativeMember(
            method: "getTextFormat", "(beginIndex:int = -1, endIndex:int = -1):flash.text.TextFormat",
            read { (field, call) throws(ScriptError) in
                var (begin, end) = (Int(call.int(0)), Int(call.int(1)))
                if end >= 0 && begin >= end { throw call.machine.makeError(.range, 2006) }
                if begin < 0 && end < 0 { (begin, end) = (0, field.content.count) }
                if end < 0 { end = begin + 1 }
                guard begin >= 0, begin <= end, end <= field.content.count else {
                    throw call.machine.makeError(.range, 2006)
                }
                // Of no text nothing is known.
                let format = field.content.count == 0 ? TextFormat() : field.content.commonFormat(of: begin..<end)
                return try TextFormatConversion.object(format, call)
            }),
        NativeMember(
            method: "getLineText", "(lineIndex:int):String",
            read { (field, call) throws(ScriptError) in
                let range = try line(field, call)
                return Value(call.heap.makeString(utf16: Array(field.content.units[range])))
            }),
        NativeMember(
            method: "getLineLength", "(lineIndex:int):int",
            read { (field, call) throws(ScriptError) in Value(try line(field, call).count) }),
        NativeMember(
            method: "getLineOffset", "(lineIndex:int):int",
            read { (field, call) throws(ScriptError) in Value(try line(field, call).lowerBound) }),
        NativeMember(
            method: "getLineIndexOfChar", "(charIndex:int):int",
            read { field, call in
                let index = Int(call.int(0))
                for number in 0..<field.lineCount {
                    if let range = field.lineRange(number), range.contains(index) { return Value(number) }
                }
                return Value(Int32(-1))
            }),
        NativeMember(
            method: "getLineMetrics", "(lineIndex:int):flash.text.TextLineMetrics",
            read { (field, call) throws(ScriptError) in
                _ = try line(field, call)
                guard let metrics = field.lineMetrics(Int(call.int(0))) else { return .null }
                return Value(
                    try call.machine.make("flash.text.TextLineMetrics", metrics.map { Value(double: $0) }))
            }),
        NativeMember(
            method: "getFirstCharInParagraph", "(charIndex:int):int",
            read { field, call in
                let units = field.content.units
                var index = Int(call.int(0))
                guard index >= 0, index <= units.count else { return Value(Int32(-1)) }
                while index > 0 && units[index - 1] != 0x0D { index -= 1 }
                return Value(index)
            }),
        NativeMember(
            method: "getParagraphLength", "(charIndex:int):int",
            read { field, call in
                let units = field.content.units
                var start = Int(call.int(0))
                guard start >= 0, start <= units.count else { return Value(Int32(-1)) }
                var end = start
                while start > 0 && units[start - 1] != 0x0D { start -= 1 }
                while end < units.count && units[end] != 0x0D { end += 1 }
                if end < units.count { end += 1 }
                // Behind the last unit the text counts as if it had a line end.
                return Value(end - start + (Int(call.int(0)) == units.count ? 1 : 0))
            }),
        NativeMember(
            method: "getCharBoundaries", "(charIndex:int):flash.geom.Rectangle",
            read { (field, call) throws(ScriptError) in
                guard let box = field.charBoundaries(Int(call.int(0))) else { return .null }
                return Value(
                    try call.machine.make(
                        "flash.geom.Rectangle",
                        [box.xMin, box.yMin, box.xMax &- box.xMin, box.yMax &- box.yMin].map {
                            Value(double: Double($0) / 20)
                        }))
            }),
        NativeMember(
            method: "getCharIndexAtPoint", "(x:Number, y:Number):int",
            read { field, call in Value(field.charIndex(at: point(call)) ?? -1) }),
        NativeMember(
            method: "getLineIndexAtPoint", "(x:Number, y:Number):int",
            read { field, call in Value(field.lineIndex(at: point(call)) ?? -1) }),
        NativeMember(
            method: "getImageReference", "(id:String):flash.display.DisplayObject",
            read { field, call in Value(orNull: field.image(named: call.text(0))?.object2) }),
        NativeMember(
            method: "getTextRuns", "(beginIndex:int = 0, endIndex:int = 2147483647):Array", read(getTextRuns)),
        NativeMember(method: "copyRichText", "():String", read { field, call in call.text(field.htmlText2) }),
        NativeMember(missing: "pasteRichText", "(richText:String):void"),
    ]

    /// A number that is none stays none.
    private static func clamped(_ number: Double, _ limit: Double) -> Double {
        number.isNaN ? number : max(-limit, min(limit, number))
    }

    private static func point(_ call: NativeCall) -> TwipsPoint {
        TwipsPoint(x: Twips(pixels: call.number(0)).raw, y: Twips(pixels: call.number(1)).raw)
    }

    private static func getTextRuns(_ field: EditText, _ call: NativeCall) throws(ScriptError) -> Value {
        let count = field.content.count
        let begin = max(0, min(count, Int(call.int(0))))
        let end = max(begin, min(count, Int(call.int(1))))
        let runs = ValueBuffer(call.heap)
        for run in field.textRuns(in: begin..<end) {
            let format = try TextFormatConversion.object(run.format, call)
            runs.append(
                Value(
                    try call.machine.make(
                        "flash.text.TextRun", [Value(run.range.lowerBound), Value(run.range.upperBound), format])))
        }
        return Value(call.machine.makeArray(Array(runs.elements)))
    }

    private static func line(_ field: EditText, _ call: NativeCall) throws(ScriptError) -> Range<Int> {
        guard call.int(0) >= 0, let range = field.lineRange(Int(call.int(0))) else {
            throw call.machine.makeError(.range, 2006)
        }
        return range
    }

    private static func range(_ field: EditText, _ call: NativeCall) throws(ScriptError) -> Range<Int> {
        var (begin, end) = (Int(call.int(1)), Int(call.int(2)))
        if begin < 0 && end < 0 { return 0..<field.content.count }
        if end < 0 { end = begin + 1 }
        if begin < 0 { begin = 0 }
        guard begin <= end, end <= field.content.count else { throw call.machine.makeError(.range, 2006) }
        return begin..<end
    }
}

/// Between TextFormat objects and what the player has.
enum TextFormatConversion {
    static func object(_ format: TextFormat, _ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        let object = Value(try machine.make("flash.text.TextFormat"))
        func set(_ name: StaticString, _ value: Value?) throws(ScriptError) {
            try machine.set(machine.publicName(name), of: object, to: value ?? .null)
        }
        // Only scripts cannot set a name longer than 64 units.
        object.object?.cell.slots[0] = format.font.map { machine.string($0) } ?? .null
        try set("size", format.size.map { Value($0) })
        try set("color", format.color.map { Value(Int($0)) })
        try set("bold", format.bold.map { Value($0) })
        try set("italic", format.italic.map { Value($0) })
        try set("underline", format.underline.map { Value($0) })
        try set("url", format.url.map { machine.string($0) })
        try set("target", format.target.map { machine.string($0) })
        try set("align", format.align.map { machine.string($0.rawValue) })
        try set("leftMargin", format.leftMargin.map { Value($0) })
        try set("rightMargin", format.rightMargin.map { Value($0) })
        try set("indent", format.indent.map { Value($0) })
        try set("blockIndent", format.blockIndent.map { Value($0) })
        try set("leading", format.leading.map { Value($0) })
        try set("tabStops", format.tabStops.map { Value(machine.makeArray($0.map { Value($0) })) })
        try set("bullet", format.bullet.map { Value($0) })
        try set("kerning", format.kerning.map { Value($0) })
        try set("letterSpacing", format.letterSpacing.map { Value($0) })
        return object
    }

    static func format(_ object: Object, _ call: NativeCall) throws(ScriptError) -> TextFormat {
        let machine = call.machine
        func get(_ name: StaticString) throws(ScriptError) -> Value? {
            let value = try machine.get(machine.publicName(name), of: Value(object))
            return value.isNullish ? nil : value
        }
        func number(_ name: StaticString) throws(ScriptError) -> Double? {
            try get(name).map { (v) throws(ScriptError) in try machine.toNumber(v) }
        }
        func flag(_ name: StaticString) throws(ScriptError) -> Bool? { try get(name).map { machine.toBoolean($0) } }
        func text(_ name: StaticString) throws(ScriptError) -> String? {
            try get(name).map { (v) throws(ScriptError) in try machine.toString(v).text }
        }
        var format = TextFormat()
        // An empty name is no name.
        format.font = try text("font").flatMap { $0.isEmpty ? nil : $0 }
        format.display = try text("display").flatMap { TextFormat.Display(rawValue: $0) }
        format.size = try number("size")
        format.color = try get("color").map { (v) throws(ScriptError) in try machine.toUInt32(v) & 0xFF_FFFF }
        format.bold = try flag("bold")
        format.italic = try flag("italic")
        format.underline = try flag("underline")
        format.url = try text("url")
        format.target = try text("target")
        format.align = try text("align").flatMap { TextFormat.Align(rawValue: $0) }
        format.leftMargin = try number("leftMargin")
        format.rightMargin = try number("rightMargin")
        format.indent = try number("indent")
        format.blockIndent = try number("blockIndent")
        format.leading = try number("leading")
        if let list = try get("tabStops")?.object?.native(as: ArrayState.self) {
            var stops: [Double] = []
            for index in 0..<min(Int(list.length), 1024) { stops.append(try machine.toNumber(list[index])) }
            format.tabStops = stops
        }
        format.bullet = try flag("bullet")
        format.kerning = try flag("kerning")
        format.letterSpacing = try number("letterSpacing")
        return format
    }
}
