import AVM
import AVM2
import Player

/// `flash.ui.Keyboard`.
enum KeyboardClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.ui.Keyboard", .final)
        table.staticMembers = { members + constants }
        table.flags.insert(.abstract)
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "capsLock", ":Boolean") { (call) throws(ScriptError) in
            Value(call.player.keys.isToggled(20))
        },
        NativeMember(get: "numLock", ":Boolean") { (call) throws(ScriptError) in
            Value(call.player.keys.isToggled(144))
        },
        NativeMember(get: "hasVirtualKeyboard", ":Boolean") { (_) throws(ScriptError) in .false },
        NativeMember(get: "physicalKeyboardType", ":String") { (call) throws(ScriptError) in
            call.text("alphanumeric")
        },
        NativeMember(method: "isAccessible", "():Boolean") { (_) throws(ScriptError) in .true },
        NativeMember(get: "CharCodeStrings", ":Array", charCodeStrings),
    ]

    private static func charCodeStrings(_ call: NativeCall) throws(ScriptError) -> Value {
        let texts = constants.filter { String(describing: $0.name).hasPrefix("STRING_") }
        let held = ValueBuffer(call.heap)
        for member in texts {
            guard let owner = call.this.object else { break }
            held.append(try call.machine.get(call.machine.publicName(member.name), of: Value(owner)))
        }
        return Value(call.machine.makeArray(held.elements))
    }
}
