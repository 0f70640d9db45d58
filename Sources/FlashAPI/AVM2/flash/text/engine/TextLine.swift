import AVM
import AVM2
import Base
import Player

/// `flash.text.engine.TextLine`. Its place among the lines of its block, and its validity where that is not "valid", are
/// kept beside its display object.
enum TextLineClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.text.engine.TextLine", base: "flash.display.DisplayObjectContainer", [.abstract, .final])
        table.since = 10
        table.makeState = { machine, traits in
            (machine.host as? AVM2Runtime)?.makeDisplayState(traits) { _ in nil }
        }
        table.members = { measures + neighbours + atoms + inapplicable }
        table.staticMembers = { [.int("MAX_LINE_WIDTH", 1_000_000)] }
        return table
    }()

    static func line(_ value: Value) -> TextLineObject? { value.object?.displayObject2 as? TextLineObject }
    static func state(_ value: Value) -> DisplayState? { value.object?.native(as: DisplayState.self) }
    static func isValid(_ value: Value) -> Bool { state(value)?.kept["validity"] == nil }
    static func isOf(_ value: Value, block: Value) -> Bool { state(value)?.kept["block"] == block }

    /// A line that is made anew looks as if it were new, and nobody listens to it. Its name and its parent stay.
    static func reset(_ line: TextLineObject, _ call: NativeCall) throws(ScriptError) {
        for child in line.children.reversed() { line.remove(child) }
        line.resetLook()
        guard let object = line.object2, let state = object.native(as: DisplayState.self) else { return }
        state.removeAllListeners()
        state.keptFilters = nil
        try call.machine.set(call.machine.publicName("userData"), of: Value(object), to: .null)
    }

    /// Puts the pictures that stand in a line onto it.
    static func addGraphics(_ line: TextLineObject, _ call: NativeCall) throws(ScriptError) {
        for (object, _, x, y) in line.content.graphics where object !== line && object.object2 != nil {
            (object.x, object.y) = (x, y)
            // By the method that scripts have, so that the picture hears of it and leaves where it was.
            guard let owner = line.object2, let child = object.object2 else { continue }
            _ = try call.machine.callMethod("addChild", of: Value(owner), Value(child))
        }
    }

    /// An error as code of Flash's own, written in ActionScript, throws it.
    static func scriptError(_ name: String, _ number: Int, _ call: NativeCall) throws(ScriptError) -> ScriptError {
        guard let base = call.machine.traits(named: "Error"), let kind = call.machine.traits(named: name) else {
            return call.machine.makeError(.argument, number)
        }
        let type = Value(try call.machine.classObject(kind))
        _ = try call.machine.callMethod(
            "throwError", of: Value(try call.machine.classObject(base)), type, Value(number), call.text("TextLine"))
        return call.machine.makeError(.argument, number)
    }

    private static func content(_ call: NativeCall) throws(ScriptError) -> TextLineObject.Content {
        guard let line = line(call.this) else { throw call.machine.nullReference(call.this) }
        return line.content
    }

    private static func number(
        _ name: StaticString, _ value: @escaping @Sendable (TextLineObject.Content) -> Double
    ) -> NativeMember {
        NativeMember(get: name, ":Number") { (call) throws(ScriptError) in Value(double: value(try content(call))) }
    }

    private static let measures: [NativeMember] = [
        number("ascent") { $0.ascent }, number("descent") { $0.descent },
        number("totalAscent") { $0.ascent }, number("totalDescent") { $0.descent },
        number("textHeight") { $0.ascent + $0.descent }, number("totalHeight") { $0.ascent + $0.descent },
        number("textWidth") { $0.width }, number("unjustifiedTextWidth") { $0.unjustifiedWidth },
        number("specifiedWidth") { $0.specifiedWidth },
        NativeMember(slot: "userData", ":*"),
        NativeMember(get: "atomCount", ":int") { (call) throws(ScriptError) in Value(try content(call).length) },
        NativeMember(get: "rawTextLength", ":int") { (call) throws(ScriptError) in Value(try content(call).length) },
        NativeMember(get: "textBlockBeginIndex", ":int") { (call) throws(ScriptError) in
            Value(try content(call).begin)
        },
        NativeMember(get: "hasGraphicElement", ":Boolean") { (call) throws(ScriptError) in
            try content(call).graphics.isEmpty ? .false : .true
        },
        NativeMember(get: "hasTabs", ":Boolean") { (call) throws(ScriptError) in Value(try content(call).hasTabs) },
    ]

    private static func neighbour(_ name: StaticString, _ type: StaticString, _ key: String) -> NativeMember {
        NativeMember(get: name, type) { (call) throws(ScriptError) in
            try call.state(DisplayState.self).kept[key] ?? .null
        }
    }

    private static let neighbours: [NativeMember] = [
        neighbour("nextLine", ":flash.text.engine.TextLine", "next"),
        neighbour("previousLine", ":flash.text.engine.TextLine", "previous"),
        neighbour("textBlock", ":flash.text.engine.TextBlock", "block"),
        NativeMember(
            property: "validity", ":String",
            get: { (call) throws(ScriptError) in
                try call.state(DisplayState.self).kept["validity"] ?? call.text("valid")
            },
            set: setValidity),
    ]

    /// A script may give a line any word but that of Flash's own doubt. A line that is invalid can only become static,
    /// and a static one stays so.
    private static func setValidity(_ call: NativeCall) throws(ScriptError) -> Value {
        let state = try call.state(DisplayState.self)
        let word = try call.requiredText(0, "validity").text
        let accepted: Bool
        switch state.kept["validity"]?.string?.text {
        case "invalid": accepted = word == "invalid" || word == "static"
        case "static": accepted = word == "static"
        default: accepted = word != "possiblyInvalid"
        }
        guard accepted else { throw call.machine.makeError(.argument, 2008, ["validity"]) }
        state.kept["validity"] = word == "valid" ? nil : call[0]
        // A static line belongs to no block, though it stays among its lines.
        if word == "static" { state.kept["block"] = nil }
        return .undefined
    }

    // MARK: Atoms

    private static func atom(_ call: NativeCall) throws(ScriptError) -> (x: Double, width: Double) {
        guard let atom = try content(call).atom(Int(call.int(0))) else { throw call.machine.makeError(.range, 2006) }
        return atom
    }

    private static let atoms: [NativeMember] = [
        NativeMember(missing: "dump", "():String"),
        NativeMember(method: "flushAtomData", "():void") { _ in .undefined },
        NativeMember(method: "getAtomBidiLevel", "(atomIndex:int):int") { (call) throws(ScriptError) in
            _ = try atom(call)
            return Value(Int32(try content(call).bidiLevel(Int(call.int(0)))))
        },
        NativeMember(method: "getAtomBounds", "(atomIndex:int):flash.geom.Rectangle") { (call) throws(ScriptError) in
            let (atom, content) = (try atom(call), try content(call))
            let box = content.turned(atom.x, -content.ascent, atom.width, content.ascent + content.descent)
            return Value(try call.machine.make("flash.geom.Rectangle", box.map { Value(double: $0) }))
        },
        NativeMember(method: "getAtomCenter", "(atomIndex:int):Number") { (call) throws(ScriptError) in
            let atom = try atom(call)
            return Value(double: atom.x + atom.width / 2)
        },
        NativeMember(method: "getAtomGraphic", "(atomIndex:int):flash.display.DisplayObject") {
            (call) throws(ScriptError) in
            _ = try atom(call)
            let graphic = try content(call).graphics.first { $0.atom == Int(call.int(0)) }?.object.object2
            return graphic.map { Value($0) } ?? .null
        },
        NativeMember(method: "getAtomIndexAtCharIndex", "(charIndex:int):int") { (call) throws(ScriptError) in
            let content = try content(call)
            let index = Int(call.int(0)) - content.begin
            return Value(index >= 0 && index < content.length ? index : -1)
        },
        NativeMember(method: "getAtomIndexAtPoint", "(stageX:Number, stageY:Number):int") {
            (call) throws(ScriptError) in
            guard let line = line(call.this) else { throw call.machine.nullReference(call.this) }
            let content = line.content
            let point = line.localPoint(
                ofStage: TwipsPoint(x: Twips(pixels: call.number(0)).raw, y: Twips(pixels: call.number(1)).raw))
            let place = (x: Double(point.x) / 20, y: Double(point.y) / 20)
            for index in 0..<content.length {
                guard let atom = content.atom(index) else { continue }
                let box = content.turned(atom.x, -content.ascent, atom.width, content.ascent + content.descent)
                let isOver =
                    place.x >= box[0] && place.x < box[0] + box[2] && place.y >= box[1] && place.y < box[1] + box[3]
                if isOver { return Value(index) }
            }
            return Value(Int32(-1))
        },
        NativeMember(method: "getAtomTextBlockBeginIndex", "(atomIndex:int):int") { (call) throws(ScriptError) in
            _ = try atom(call)
            return Value(try content(call).begin + Int(call.int(0)))
        },
        NativeMember(method: "getAtomTextBlockEndIndex", "(atomIndex:int):int") { (call) throws(ScriptError) in
            _ = try atom(call)
            return Value(try content(call).begin + Int(call.int(0)) + 1)
        },
        NativeMember(method: "getAtomTextRotation", "(atomIndex:int):String") { (call) throws(ScriptError) in
            _ = try atom(call)
            return call.text(Accepted.lineRotations[try content(call).turns(ofAtom: Int(call.int(0))) & 3])
        },
        NativeMember(method: "getAtomWordBoundaryOnLeft", "(atomIndex:int):Boolean") { (call) throws(ScriptError) in
            _ = try atom(call)
            return Value(TextBoundaries(units: try content(call).units).isWordBoundary(Int(call.int(0))))
        },
        NativeMember(method: "getBaselinePosition", "(baseline:String):Number") { (call) throws(ScriptError) in
            let word = try call.requiredText(0, "baseline").text
            guard let baseline = EngineLook.Baseline(rawValue: word) else {
                throw call.machine.makeError(.argument, 2008, ["baseline"])
            }
            return Value(double: try content(call).position(of: baseline))
        },
    ]

    // MARK: What a line has of its base classes and cannot use

    private static func unusable(_ name: StaticString, _ type: StaticString, _ value: Value) -> NativeMember {
        NativeMember(
            property: name, type, get: { _ in value },
            set: { (call) throws(ScriptError) in throw try scriptError("Error", 2181, call) })
    }

    private static let inapplicable: [NativeMember] = [
        unusable("contextMenu", ":flash.display.NativeMenu", .null), unusable("focusRect", ":Object", .null),
        unusable("tabChildren", ":Boolean", .false), unusable("tabEnabled", ":Boolean", .false),
        unusable("tabIndex", ":int", Value(Int32(-1))),
    ]
}
