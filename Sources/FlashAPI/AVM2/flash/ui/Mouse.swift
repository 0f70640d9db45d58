import AVM
import AVM2
import Player

/// `flash.ui.Mouse`.
enum MouseClass3 {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.ui.Mouse", .final)
        table.staticMembers = { members }
        table.flags.insert(.abstract)
        return table
    }()

    /// The names of movies' own cursors, with their `MouseCursorData`.
    private static let registeredKey = "flash.ui.Mouse.cursor "
    private static let cursorKey = "flash.ui.Mouse.cursor"
    private static let shapes: [String: PointerShape?] = [
        "auto": nil, "arrow": .arrow, "button": .hand, "hand": .grip, "ibeam": .text,
    ]

    private static let members: [NativeMember] = [
        NativeMember(method: "hide", "():void") { (call) throws(ScriptError) in
            call.player.isPointerHidden = true
            return .undefined
        },
        NativeMember(method: "show", "():void") { (call) throws(ScriptError) in
            call.player.isPointerHidden = false
            return .undefined
        },
        NativeMember(
            property: "cursor", ":String",
            get: { (call) throws(ScriptError) in call.machine.keptValues[cursorKey] ?? call.text("auto") },
            set: setCursor),
        NativeMember(get: "supportsCursor", ":Boolean") { (_) throws(ScriptError) in .true },
        NativeMember(get: "supportsNativeCursor", ":Boolean") { (_) throws(ScriptError) in .true },
        NativeMember(
            method: "registerCursor", "(name:String, cursor:flash.ui.MouseCursorData):void", registerCursor),
        NativeMember(method: "unregisterCursor", "(name:String):void") { (call) throws(ScriptError) in
            call.machine.keptValues[registeredKey + (try call.requiredText(0, "name")).text] = nil
            return .undefined
        },
    ]

    private static func setCursor(_ call: NativeCall) throws(ScriptError) -> Value {
        let name = try call.requiredText(0, "cursor")
        if let shape = shapes[name.text] {
            call.player.pointerChoice = shape.map { .shape($0) } ?? .automatic
        } else if let data = call.machine.keptValues[registeredKey + name.text] {
            call.player.pointerChoice = .pictures(try pictures(data, call))
        } else {
            throw call.machine.makeError(.argument, 2008, ["cursor"])
        }
        call.machine.keptValues[cursorKey] = call[0]
        return .undefined
    }

    private static func registerCursor(_ call: NativeCall) throws(ScriptError) -> Value {
        let name = try call.requiredText(0, "name")
        guard call[1].object != nil else { throw call.machine.makeError(.type, 2007, ["cursor"]) }
        // What has no picture is refused now, not when it is shown.
        _ = try pictures(call[1], call)
        call.machine.keptValues[registeredKey + name.text] = call[1]
        return .undefined
    }

    /// What a `MouseCursorData` shows.
    private static func pictures(_ data: Value, _ call: NativeCall) throws(ScriptError) -> PointerPictures {
        func field(_ name: StaticString, of value: Value) throws(ScriptError) -> Value {
            try call.machine.get(call.machine.publicName(name), of: value)
        }
        let vector = try field("data", of: data).object?.native(as: VectorState.self)
        let frames = (0..<(vector?.count ?? 0)).compactMap { index in
            vector?.elements[index].object?.native(as: BitmapDataState2.self)?.bitmap
        }
        if frames.isEmpty { throw call.machine.makeError(.argument, 2008, ["cursor"]) }
        let spot = try field("hotSpot", of: data)
        var hotSpot = (x: 0.0, y: 0.0)
        if spot.object != nil {
            hotSpot.x = try call.machine.toNumber(try field("x", of: spot))
            hotSpot.y = try call.machine.toNumber(try field("y", of: spot))
        }
        let rate = try call.machine.toNumber(try field("frameRate", of: data))
        return PointerPictures(
            frames: frames, hotSpot: hotSpot.x.isFinite && hotSpot.y.isFinite ? hotSpot : (0, 0),
            frameRate: rate.isFinite ? max(0, min(60, rate)) : 0)
    }
}
