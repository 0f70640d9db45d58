import AVM
import AVM2

/// `flash.ui.Multitouch`.
enum MultitouchClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.ui.Multitouch", .final)
        table.staticMembers = { members }
        table.since = 10
        return table
    }()

    private static let modeKey = "flash.ui.Multitouch.inputMode"

    /// There is no touch screen.
    private static let members: [NativeMember] = [
        NativeMember(
            property: "inputMode", ":String",
            get: { (call) throws(ScriptError) in call.machine.keptValues[modeKey] ?? call.text("gesture") },
            set: setInputMode),
        NativeMember(property: "mapTouchToMouse", ":Boolean", get: truth, set: nothing),
        NativeMember(get: "maxTouchPoints", ":int") { (_) throws(ScriptError) in .zero },
        NativeMember(get: "supportedGestures", ":Vector.<String>") { (_) throws(ScriptError) in .null },
        NativeMember(get: "supportsGestureEvents", ":Boolean") { (_) throws(ScriptError) in .false },
        NativeMember(get: "supportsTouchEvents", ":Boolean") { (_) throws(ScriptError) in .false },
    ]

    private static let truth: NativeBody = { (_) throws(ScriptError) in .true }
    private static let nothing: NativeBody = { (_) throws(ScriptError) in .undefined }

    private static func setInputMode(_ call: NativeCall) throws(ScriptError) -> Value {
        guard ["none", "gesture", "touchPoint"].contains(call.text(0)) else {
            throw call.machine.makeError(.argument, 2008, ["value"])
        }
        call.machine.keptValues[modeKey] = call[0]
        return .undefined
    }
}
