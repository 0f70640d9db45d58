import AVM
import AVM2

/// `flash.ui.GameInput`: no device is ever connected.
enum GameInputClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.ui.GameInput", base: "flash.events.EventDispatcher", .final)
        table.staticMembers = {
            [
                NativeMember(get: "isSupported", ":Boolean") { (_) throws(ScriptError) in .true },
                NativeMember(get: "numDevices", ":int") { (_) throws(ScriptError) in .zero },
                NativeMember(method: "getDeviceAt", "(index:int):flash.ui.GameInputDevice") {
                    (call) throws(ScriptError) in throw call.machine.makeError(.range, 1506)
                },
            ]
        }
        table.since = 20
        return table
    }()
}

/// `flash.ui.GameInputDevice`.
enum GameInputDeviceClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("flash.ui.GameInputDevice", [.abstract, .final])
        table.members = {
            [
                NativeMember(missingProperty: "enabled", ":Boolean"),
                NativeMember(missingProperty: "id", ":String"),
                NativeMember(missingProperty: "name", ":String"),
                NativeMember(missingProperty: "numControls", ":int"),
                NativeMember(missingProperty: "sampleInterval", ":int"),
                NativeMember(missing: "getControlAt", "(i:int):flash.ui.GameInputControl"),
            ]
        }
        table.staticMembers = { [.int("MAX_BUFFER_SIZE", 32000)] }
        table.since = 20
        return table
    }()
}
