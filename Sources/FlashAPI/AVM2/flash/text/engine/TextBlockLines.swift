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
        if let line = TextLineClass.line(Value(made)) { try TextLineClass.addGraphics(line, call) }
        link(Value(made), after: call[0], call)
        return Value(made)
    }

    private static func recreateTextLine(_ call: NativeCall) throws(ScriptError) -> Value {
        // A line cannot follow itself.
        guard let old = TextLineClass.line(call[0]), TextLineClass.isOf(call[0], block: call.this),
            call[0] != call[1]
        else { throw try invalid(call) }
        guard let content = try nextContent(call, previous: call[1], width: call.number(2), fits: call.bool(4)) else {
            return .null
        }
        old.content = content
        TextLineClass.reset(old)
        try TextLineClass.addGraphics(old, call)
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
        var gathered = TextContent()
        try gathered.append(element, call)
        // Lines of one text hold it once.
        if let before = TextLineClass.line(previous)?.content.text, before == gathered.text { gathered.text = before }
        let text = gathered.text
        let begin = TextLineClass.line(previous).map { $0.content.begin + $0.content.length } ?? 0
        guard begin < text.count else {
            call.setSlot(Slot.result, call.text("complete"))
            return nil
        }
        var request = TextLineRequest(text: text, begin: begin, width: width)
        (request.embedded, request.graphics) = (gathered.embedded, gathered.graphics)
        request.assets = call.runtime.callingAssets
        request.isRightToLeft = call.slot(Slot.bidiLevel).unsafeInt & 1 == 1
        justify(&request, call)
        let content = call.player.textLine(request)
        if content.isBroken, !fits {
            call.setSlot(Slot.result, call.text("insufficientWidth"))
            return nil
        }
        call.setSlot(Slot.result, call.text(content.isBroken ? "emergency" : "success"))
        return content
    }

    /// What the block's justifier wants. Lines that take as much as they need are as wide as they are.
    private static func justify(_ request: inout TextLineRequest, _ call: NativeCall) {
        guard request.width < longestWidth, let justifier = call.slot(Slot.justifier).object else { return }
        switch justifier.cell.slots[TextJustifierClass.Slot.lineJustification].string?.text {
        case "allButLast": request.justification = .allButLast
        case "allIncludingLast": request.justification = .allIncludingLast
        case "allButMandatoryBreak": request.justification = .allButMandatoryBreak
        default: return
        }
        request.spreadsLetters =
            call.machine.traits(named: "flash.text.engine.EastAsianJustifier") == call.machine.traits(of: justifier)
    }

    /// Puts a line behind another, or at the start. What followed has been made of a text that may break elsewhere now.
    private static func link(_ line: Value, after previous: Value, _ call: NativeCall) {
        guard let state = TextLineClass.state(line) else { return }
        var old = TextLineClass.state(previous).map { $0.kept["next"] ?? .null } ?? call.slot(Slot.firstLine)
        if old != line, TextLineClass.isOf(line, block: call.this) {
            // It leaves its old place: it would be there twice, and the lines go round in a ring.
            unlink(line, state, call)
            old = TextLineClass.state(previous).map { $0.kept["next"] ?? .null } ?? call.slot(Slot.firstLine)
        }
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
        if !old.isObject { call.setSlot(Slot.lastLine, line) }
    }

    /// Joins what is before a line of the block and what is behind it.
    private static func unlink(_ line: Value, _ state: DisplayState, _ call: NativeCall) {
        let before = state.kept["previous"] ?? .null
        let after = state.kept["next"] ?? .null
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
    }

    private static func releaseLines(_ call: NativeCall) throws(ScriptError) -> Value {
        guard TextLineClass.isOf(call[0], block: call.this), TextLineClass.isOf(call[1], block: call.this) else {
            throw try invalid(call)
        }
        // The last one must come behind the first.
        var end = call[0]
        while end.isObject, end != call[1] { end = TextLineClass.state(end)?.kept["next"] ?? .null }
        guard end.isObject else { throw try invalid(call) }
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
