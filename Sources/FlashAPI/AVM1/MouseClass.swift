import AVM
import AVM1
import Player

/// The `Mouse` object.
enum MouseClass {
    static func install(on runtime: AVM1Runtime) {
        let object = SingletonObject.install("Mouse", on: runtime)
        AsBroadcasterClass.initialize(object, runtime.machine)
        runtime.machine.install(
            [
                // Both tell whether the pointer was hidden before.
                NativeMethod("show", { call in setHidden(false, call.player) }, .locked),
                NativeMethod("hide", { call in setHidden(true, call.player) }, .locked),
            ], on: object)
    }

    private static func setHidden(_ isHidden: Bool, _ player: Player) -> Value {
        let was = player.isPointerHidden
        player.isPointerHidden = isHidden
        return Value(was ? 1 : 0)
    }
}
