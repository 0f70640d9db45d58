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
        next("findNextAtomBoundary") { $0.characterEnd(after: $1) },
        previous("findPreviousAtomBoundary") { $0.characterStart(before: $1) },
        next("findNextWordBoundary") { $0.wordEnd(after: $1) },
        previous("findPreviousWordBoundary") { $0.wordStart(before: $1) },
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

    // MARK: Boundaries

    /// The text of the block. Error #2006 where an index is outside of it.
    private static func boundaries(
        _ call: NativeCall, _ isInside: (_ index: Int, _ count: Int) -> Bool
    ) throws(ScriptError) -> TextBoundaries {
        var gathered = TextContent()
        try gathered.append(call.slot(Slot.content), call)
        guard isInside(Int(call.int(0)), gathered.text.count) else { throw call.machine.makeError(.range, 2006) }
        return TextBoundaries(units: gathered.text.units)
    }

    private static func next(
        _ name: StaticString, _ find: @escaping @Sendable (TextBoundaries, Int) -> Int
    ) -> NativeMember {
        NativeMember(method: name, "(afterCharIndex:int):int") { (call) throws(ScriptError) in
            Value(find(try boundaries(call) { $0 >= 0 && $0 < $1 }, Int(call.int(0))))
        }
    }

    private static func previous(
        _ name: StaticString, _ find: @escaping @Sendable (TextBoundaries, Int) -> Int
    ) -> NativeMember {
        NativeMember(method: name, "(beforeCharIndex:int):int") { (call) throws(ScriptError) in
            Value(find(try boundaries(call) { $0 > 0 && $0 <= $1 }, Int(call.int(0))))
        }
    }

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
        try TextLineClass.reset(old, call)
        try TextLineClass.addGraphics(old, call)
        TextLineClass.state(call[0])?.kept["validity"] = nil
        link(call[0], after: call[1], call)
        // Quirk: whether or not it takes other text than before, those behind it have to be made anew.
        invalidate(chain: TextLineClass.state(call[0])?.kept["next"] ?? .null, call)
        return call[0]
    }

    /// What comes behind a line; nil where there is nothing more, or no room.
    private static func nextContent(
        _ call: NativeCall, previous: Value, width: Double, fits: Bool
    ) throws(ScriptError) -> TextLineObject.Content? {
        let element = call.slot(Slot.content)
        guard element.isObject else { return nil }
        guard width >= 0, width <= longestWidth else { throw try invalid(call) }
        if previous.isObject, !TextLineClass.isOf(previous, block: call.this) { throw try invalid(call) }
        var gathered = TextContent()
        gathered.isVertical = ["rotate90", "rotate270"].contains(call.slot(Slot.lineRotation).string?.text)
        do throws(ScriptError) {
            try gathered.append(element, call)
        } catch {
            // Quirk: an element without a format is an error that no script can catch, and there is no line.
            call.runtime.perform { () throws(ScriptError) in throw error }
            return nil
        }
        // Lines of one text hold it once.
        if let before = TextLineClass.line(previous)?.content.text, before == gathered.text { gathered.text = before }
        let text = gathered.text
        let begin = TextLineClass.line(previous).map { $0.content.begin + $0.content.length } ?? 0
        // Quirk: an invalid line may have nothing behind it, but only where the text has become shorter than it reaches.
        if previous.isObject, !TextLineClass.isValid(previous), begin <= text.count { throw try invalid(call) }
        guard begin < text.count else {
            call.setSlot(Slot.result, call.text("complete"))
            return nil
        }
        var request = TextLineRequest(text: text, begin: begin, width: width)
        (request.embedded, request.graphics) = (gathered.embedded, gathered.graphics)
        request.assets = call.runtime.callingAssets
        let rotation = call.slot(Slot.lineRotation).string?.text ?? ""
        request.turns = Accepted.lineRotations.firstIndex(of: rotation) ?? 0
        request.zero = EngineLook.Baseline(rawValue: call.slot(Slot.baselineZero).string?.text ?? "") ?? .roman
        request.tabStops = try tabStops(call)
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

    /// The block's stops by their places.
    private static func tabStops(_ call: NativeCall) throws(ScriptError) -> [EngineTabStop] {
        guard let state = call.slot(Slot.tabStops).object?.native(as: VectorState.self) else { return [] }
        var stops: [EngineTabStop] = []
        for index in 0..<min(state.count, 1024) {
            guard let slots = state.elements[index].object?.cell.slots else { continue }
            let position = slots[1].number ?? 0
            guard position.isFinite else { continue }
            stops.append(
                EngineTabStop(
                    position: position,
                    alignment: EngineTabStop.Alignment(rawValue: slots[0].string?.text ?? "") ?? .start,
                    sign: slots[2].string?.units ?? []))
        }
        return stops.sorted { $0.position < $1.position }
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
        let slots = justifier.cell.slots
        if call.machine.traits(named: "flash.text.engine.SpaceJustifier") == call.machine.traits(of: justifier),
            slots[TextJustifierClass.Slot.letterSpacing] == .true
        {
            request.mostSpace = slots[TextJustifierClass.Slot.maximumSpacing].number
        }
        request.spreadsLetters =
            call.machine.traits(named: "flash.text.engine.EastAsianJustifier") == call.machine.traits(of: justifier)
    }

    /// Puts a line behind another, or at the start. Lines whose text it holds now are no lines of the block any more;
    /// where what then follows does not begin where it ends, that has to be made anew.
    private static func link(_ line: Value, after previous: Value, _ call: NativeCall) {
        guard let state = TextLineClass.state(line), let content = TextLineClass.line(line)?.content else { return }
        if TextLineClass.isOf(line, block: call.this), isLinked(line) { unlink(line, state, call) }
        (state.kept["block"], state.kept["isGone"]) = (call.this, nil)
        let following = TextLineClass.state(previous).map { $0.kept["next"] ?? .null } ?? call.slot(Slot.firstLine)
        let end = content.begin + content.length
        var rest = following
        var lastTaken = Value.null
        while let taken = TextLineClass.line(rest), taken.content.begin + taken.content.length <= end,
            let taking = TextLineClass.state(rest)
        {
            taking.kept["validity"] = call.text("invalid")
            taking.kept["isGone"] = .true
            lastTaken = rest
            rest = taking.kept["next"] ?? .null
        }
        // Those that go stay a chain of their own.
        if lastTaken.isObject {
            TextLineClass.state(following)?.kept["previous"] = .null
            TextLineClass.state(lastTaken)?.kept["next"] = .null
        }
        if let first = TextLineClass.line(rest), first.content.begin != end { invalidate(chain: rest, call) }
        join(previous.isObject ? previous : .null, line, call)
        join(line, rest, call)
    }

    /// Makes two lines neighbours. Null before the first line of the block and behind the last.
    private static func join(_ before: Value, _ after: Value, _ call: NativeCall) {
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

    /// Whether a line is among those of the block: one that another has taken the text of is not.
    private static func isLinked(_ line: Value) -> Bool { TextLineClass.state(line)?.kept["isGone"] == nil }

    /// Joins what is before a line of the block and what is behind it.
    private static func unlink(_ line: Value, _ state: DisplayState, _ call: NativeCall) {
        join(state.kept["previous"] ?? .null, state.kept["next"] ?? .null, call)
    }

    /// A line and all behind it are no longer those of the block's text. What is static stays.
    private static func invalidate(chain first: Value, _ call: NativeCall) {
        var line = first
        while let state = TextLineClass.state(line) {
            if state.kept["validity"]?.string?.text != "static" { state.kept["validity"] = call.text("invalid") }
            line = state.kept["next"] ?? .null
        }
    }

    /// The text of a block has changed from a unit on: so have the lines from that on which holds it.
    static func invalidate(_ block: Value, from unit: Int, _ call: NativeCall) {
        var line = block.object?.cell.slots[Slot.firstLine] ?? .null
        while let object = TextLineClass.line(line), object.content.begin + object.content.length <= unit {
            line = TextLineClass.state(line)?.kept["next"] ?? .null
        }
        invalidate(chain: line, call)
    }

    private static func releaseLines(_ call: NativeCall) throws(ScriptError) -> Value {
        guard TextLineClass.isOf(call[0], block: call.this), TextLineClass.isOf(call[1], block: call.this) else {
            throw try invalid(call)
        }
        // The last one must come behind the first.
        var end = call[0]
        while end.isObject, end != call[1] { end = TextLineClass.state(end)?.kept["next"] ?? .null }
        guard end.isObject else { throw try invalid(call) }
        let isLinked = isLinked(call[0]) && isLinked(call[1])
        let before = TextLineClass.state(call[0])?.kept["previous"] ?? .null
        let after = TextLineClass.state(call[1])?.kept["next"] ?? .null
        var line = call[0]
        while line.isObject, line != after, let state = TextLineClass.state(line) {
            line = state.kept["next"] ?? .null
            for key in ["previous", "next", "block", "isGone"] { state.kept[key] = nil }
            state.kept["validity"] = call.text("invalid")
        }
        if isLinked { join(before, after, call) }
        return .undefined
    }

    private static func invalid(_ call: NativeCall) throws(ScriptError) -> ScriptError {
        try TextLineClass.scriptError("ArgumentError", 2004, call)
    }
}
