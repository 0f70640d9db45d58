import AVM
import AVM1
import Player

/// The `Key` object.
enum KeyClass {
    private static let codes: [NativeConstant] = [
        code("BACKSPACE", 8), code("TAB", 9), code("ENTER", 13), code("SHIFT", 16), code("CONTROL", 17),
        code("ALT", 18), code("CAPSLOCK", 20), code("ESCAPE", 27), code("SPACE", 32), code("PGUP", 33),
        code("PGDN", 34), code("END", 35), code("HOME", 36), code("LEFT", 37), code("UP", 38), code("RIGHT", 39),
        code("DOWN", 40), code("INSERT", 45), code("DELETEKEY", 46),
    ]

    private static func code(_ name: StaticString, _ number: Double) -> NativeConstant {
        NativeConstant(name, .number(number), [.hidden, .readOnly])
    }

    static func install(on runtime: AVM1Runtime) {
        let machine = runtime.machine!
        let object = SingletonObject.install("Key", on: runtime)
        AsBroadcasterClass.initialize(object, machine)
        for name: StaticString in ["addListener", "removeListener", "broadcastMessage"] {
            if let slot = object.slot(of: machine.heap.strings.pinned(name)) {
                machine.heap.setAttributes([.hidden, .version6], slot: slot, of: object)
            }
        }
        machine.install(
            [
                NativeMethod("getAscii", { call in Value(Int(call.player.keys.lastCharacter)) }, .locked),
                NativeMethod("getCode", { call in Value(Int(call.player.keys.lastCode)) }, .locked),
                NativeMethod(
                    "isDown",
                    { (call) throws(ScriptError) in
                        guard call.count > 0 else { return .undefined }
                        return Value(call.player.keys.isDown(Int(try call.machine.toInt32(call[0]))))
                    }, .locked),
                NativeMethod(
                    "isToggled",
                    { (call) throws(ScriptError) in
                        guard call.count > 0 else { return .undefined }
                        return Value(call.player.keys.isToggled(Int(try call.machine.toInt32(call[0]))))
                    }, .locked),
            ], on: object)
        machine.install(codes, on: object)
    }
}

extension PropertyAttributes {
    static let locked: PropertyAttributes = [.hidden, .readOnly]
}

/// Objects of which there is one, such as `Key`, whose listeners the player calls.
enum SingletonObject {
    static func install(_ name: StaticString, on runtime: AVM1Runtime) -> Object {
        let machine = runtime.machine!
        machine.heap.pauseDepth += 1
        defer { machine.heap.pauseDepth -= 1 }
        let object = machine.makeObject()
        runtime.keptObjects["\(name)"] = object
        machine.define(machine.global, name, Value(object), .hidden)
        return object
    }
}
