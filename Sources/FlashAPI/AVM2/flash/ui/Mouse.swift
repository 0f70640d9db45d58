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

    private static let cursorKey = "flash.ui.Mouse.cursor"

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
        NativeMember(missing: "registerCursor", "(name:String, cursor:flash.ui.MouseCursorData):void"),
        NativeMember(missing: "unregisterCursor", "(name:String):void"),
    ]

    private static func setCursor(_ call: NativeCall) throws(ScriptError) -> Value {
        let name = try call.requiredText(0, "cursor")
        guard ["auto", "arrow", "button", "hand", "ibeam"].contains(name.text) else {
            throw call.machine.makeError(.argument, 2008, ["cursor"])
        }
        call.machine.keptValues[cursorKey] = call[0]
        return .undefined
    }
}
