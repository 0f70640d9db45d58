import AVM
import AVM2
import Player

/// The lines of a `TextBlock`.
enum TextBlockLines {
    private typealias Slot = TextBlockClass.Slot
    private static let longestWidth = 1_000_000.0

    static let members: [NativeMember] = [
        NativeMember(get: "textLineCreationResult", ":String") { (call) throws(ScriptError) in call.slot(Slot.result) },
        NativeMember(get: "firstLine", ":flash.text.engine.TextLine") { (call) throws(ScriptError) in
            call.slot(Slot.firstLine)
        },
        NativeMember(get: "lastLine", ":flash.text.engine.TextLine") { (call) throws(ScriptError) in
            call.slot(Slot.lastLine)
        },
        NativeMember(get: "firstInvalidLine", ":flash.text.engine.TextLine") { (call) throws(ScriptError) in
            var line = call.slot(Slot.firstLine)
            while let state = TextLineClass.state(line) {
                if state.kept["validity"] != nil { return line }
                line = state.kept["next"] ?? .null
            }
            return .null
        },
        NativeMember(
            method: "createTextLine",
            """
            (previousLine:flash.text.engine.TextLine = null, width:Number = 1000000, lineOffset:Number = 0, \
            fitSomething:Boolean = false):flash.text.engine.TextLine
            """, createTextLine),
        NativeMember(
            method: "recreateTextLine",
            """
            (textLine:flash.text.engine.TextLine, previousLine:flash.text.engine.TextLine = null, \
            width:Number = 1000000, lineOffset:Number = 0, \
            fitSomething:Boolean = false):flash.text.engine.TextLine
            """, recreateTextLine),
        NativeMember(
            method: "releaseLines",
            "(firstLine:flash.text.engine.TextLine, lastLine:flash.text.engine.TextLine):void", releaseLines),
        NativeMember(method: "releaseLineCreationData", "():void") { _ in .undefined },
        NativeMember(missing: "findNextAtomBoundary", "(afterCharIndex:int):int"),
        NativeMember(missing: "findPreviousAtomBoundary", "(beforeCharIndex:int):int"),
        NativeMember(missing: "findNextWordBoundary", "(afterCharIndex:int):int"),
        NativeMember(missing: "findPreviousWordBoundary", "(beforeCharIndex:int):int"),
        NativeMember(method: "getTextLineAtCharIndex", "(charIndex:int):flash.text.engine.TextLine") {
            (call) throws(ScriptError) in
            var line = call.slot(Slot.firstLine)
            while let object = TextLineClass.line(line) {
                let content = object.content
                if (content.begin..<content.begin + content.length).contains(Int(call.int(0))) { return line }
                line = TextLineClass.state(line)?.kept["next"] ?? .null
            }
            return .null
        },
        NativeMember(missing: "dump", "():String"),
    ]

    // MARK: Making lines

    private static func createTextLine(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let content = try nextContent(call, previous: call[0], width: call.number(1), fits: call.bool(3)),
            let made = call.runtime.makeTextLine(content)
        else { return .null }
        link(Value(made), after: call[0], call)
        return Value(made)
    }

    private static func recreateTextLine(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let old = TextLineClass.line(call[0]), TextLineClass.isOf(call[0], block: call.this) else {
            throw try invalid(call)
        }
        guard let content = try nextContent(call, previous: call[1], width: call.number(2), fits: call.bool(4)) else {
            return .null
        }
        old.content = content
        TextLineClass.reset(old)
        TextLineClass.state(call[0])?.kept["validity"] = nil
        link(call[0], after: call[1], call)
        return call[0]
    }

    /// What comes behind a line; nil where there is nothing more, or no room.
    private static func nextContent(
        _ call: NativeCall, previous: Value, width: Double, fits: Bool
    ) throws(ScriptError) -> TextLineObject.Content? {
        let element = call.slot(Slot.content)
        guard element.isObject else { return nil }
        guard width >= 0, width <= longestWidth else { throw try invalid(call) }
        if previous.isObject, !TextLineClass.isOf(previous, block: call.this) || !TextLineClass.isValid(previous) {
            throw try invalid(call)
        }
        var text = FormattedText()
        var embedded: Set<String> = []
        try TextContent.append(element, to: &text, &embedded, call)
        let begin = TextLineClass.line(previous).map { $0.content.begin + $0.content.length } ?? 0
        guard begin < text.count else {
            call.setSlot(Slot.result, call.text("complete"))
            return nil
        }
        let content = call.player.textLine(
            text, from: begin, width: width, embedded: embedded,
            isRightToLeft: call.slot(Slot.bidiLevel).unsafeInt & 1 == 1)
        if content.isBroken, !fits {
            call.setSlot(Slot.result, call.text("insufficientWidth"))
            return nil
        }
        call.setSlot(Slot.result, call.text(content.isBroken ? "emergency" : "success"))
        return content
    }

    /// Puts a line behind another, or at the start. What followed has been made of a text that may break elsewhere now.
    private static func link(_ line: Value, after previous: Value, _ call: NativeCall) {
        guard let state = TextLineClass.state(line) else { return }
        let old = TextLineClass.state(previous).map { $0.kept["next"] ?? .null } ?? call.slot(Slot.firstLine)
        state.kept["block"] = call.this
        state.kept["previous"] = previous.isObject ? previous : .null
        if let before = TextLineClass.state(previous) {
            before.kept["next"] = line
        } else {
            call.setSlot(Slot.firstLine, line)
        }
        if old.isObject, old != line {
            state.kept["next"] = old
            TextLineClass.state(old)?.kept["previous"] = line
            if TextLineClass.isValid(old) { TextLineClass.state(old)?.kept["validity"] = call.text("possiblyInvalid") }
        } else if old != line {
            state.kept["next"] = .null
        }
        var last = line
        while let next = TextLineClass.state(last)?.kept["next"], next.isObject, next != line { last = next }
        call.setSlot(Slot.lastLine, last)
    }

    private static func releaseLines(_ call: NativeCall) throws(ScriptError) -> Value {
        guard TextLineClass.isOf(call[0], block: call.this), TextLineClass.isOf(call[1], block: call.this) else {
            throw try invalid(call)
        }
        let before = TextLineClass.state(call[0])?.kept["previous"] ?? .null
        let after = TextLineClass.state(call[1])?.kept["next"] ?? .null
        var line = call[0]
        while line.isObject, line != after, let state = TextLineClass.state(line) {
            line = state.kept["next"] ?? .null
            for key in ["previous", "next", "block"] { state.kept[key] = nil }
            state.kept["validity"] = call.text("invalid")
        }
        if let state = TextLineClass.state(before) {
            state.kept["next"] = after
        } else {
            call.setSlot(Slot.firstLine, after)
        }
        if let state = TextLineClass.state(after) {
            state.kept["previous"] = before
        } else {
            call.setSlot(Slot.lastLine, before)
        }
        return .undefined
    }

    private static func invalid(_ call: NativeCall) throws(ScriptError) -> ScriptError {
        try TextLineClass.scriptError("ArgumentError", 2004, call)
    }
}

/// The text of content elements.
enum TextContent {
    /// Groups in one another that count: scripts may put a group into itself.
    private static let deepestGroup = 64

    /// Adds the text of an element, and of those in it, in their formats. `embedded` gets the names of fonts that the
    /// movie brings.
    static func append(
        _ element: Value, to text: inout FormattedText, _ embedded: inout Set<String>, _ call: NativeCall,
        depth: Int = 0
    ) throws(ScriptError) {
        guard let object = element.object, depth < deepestGroup else { return }
        if let group = call.machine.traits(named: "flash.text.engine.GroupElement"),
            call.machine.traits(of: object) == group
        {
            let elements = FilterProperty.list(object.cell.slots[ContentElementClass.Slot.end])
            // One that is not there takes the text of all.
            if elements.contains(where: { !$0.isObject }) { return }
            for part in elements { try append(part, to: &text, &embedded, call, depth: depth + 1) }
            return
        }
        guard let string = object.cell.slots[ContentElementClass.Slot.text].string else { return }
        text.append(string.units, try format(object.cell.slots[ContentElementClass.Slot.format], &embedded, call))
    }

    private static func format(
        _ value: Value, _ embedded: inout Set<String>, _ call: NativeCall
    ) throws(ScriptError) -> TextFormat {
        guard let element = value.object else { throw call.machine.makeError(.error, 2175) }
        var format = TextFormat.standard
        let slots = element.cell.slots
        format.size = try call.machine.toNumber(slots[1])
        format.color = try call.machine.toUInt32(slots[2]) & 0xFF_FFFF
        format.kerning = slots[8].string?.text != "off"
        format.letterSpacing = try call.machine.toNumber(slots[9]) + call.machine.toNumber(slots[10])
        if let description = slots[0].object?.cell.slots {
            let name = description[0].string?.text ?? ""
            format.font = name
            format.bold = description[1].string?.text == "bold"
            format.italic = description[2].string?.text == "italic"
            if description[3].string?.text == "embeddedCFF" { embedded.insert(name) }
        }
        return format
    }
}
