import AVM
import AVM2
import Player

/// `flash.display.SimpleButton`.
enum SimpleButtonClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display.SimpleButton", base: "flash.display.InteractiveObject",
            constructor:
                "(upState:flash.display.DisplayObject = null, overState:flash.display.DisplayObject = null, downState:flash.display.DisplayObject = null, hitTestState:flash.display.DisplayObject = null)"
        )
        table.makeState = { machine, traits in
            (machine.host as? AVM2Runtime)?.makeDisplayState(traits) { $0.makeButton() }
        }
        table.initialize = { (call) throws(ScriptError) in
            guard let button = try call.display() as? ButtonObject else { return .undefined }
            for (index, state) in ButtonObject.stateOrder.enumerated() {
                if let object = call.object(index)?.displayObject2 { button.setState2(state, object) }
            }
            return .undefined
        }
        table.members = { members }
        return table
    }()

    private static let members: [NativeMember] = [
        state("upState", 0), state("overState", 1), state("downState", 2), state("hitTestState", 3),
        flag("enabled", { $0.isEnabled2 }, { $0.isEnabled2 = $1 }),
        flag("useHandCursor", { $0.interaction.usesHandCursor }, { $0.interaction.usesHandCursor = $1 }),
        flag("trackAsMenu", { $0.tracksAsMenu2 }, { $0.tracksAsMenu2 = $1 }),
        NativeMember(
            property: "soundTransform", ":flash.media.SoundTransform", get: SoundTransformProperty.get,
            set: SoundTransformProperty.set),
    ]

    private static func button(_ call: NativeCall) throws(ScriptError) -> ButtonObject {
        guard let button = try call.display() as? ButtonObject else { throw call.machine.nullReference(call.this) }
        return button
    }

    private static func state(_ name: StaticString, _ index: Int) -> NativeMember {
        NativeMember(
            property: name, ":flash.display.DisplayObject",
            get: { (call) throws(ScriptError) in
                Value(orNull: try button(call).state2(ButtonObject.stateOrder[index])?.object2)
            },
            set: { (call) throws(ScriptError) in
                try button(call).setState2(ButtonObject.stateOrder[index], call.object(0)?.displayObject2)
                return .undefined
            })
    }

    private static func flag(
        _ name: StaticString, _ get: @escaping @Sendable (ButtonObject) -> Bool,
        _ set: @escaping @Sendable (ButtonObject, Bool) -> Void
    ) -> NativeMember {
        NativeMember(
            property: name, ":Boolean", get: { (call) throws(ScriptError) in Value(get(try button(call))) },
            set: { (call) throws(ScriptError) in
                set(try button(call), call.bool(0))
                return .undefined
            })
    }
}
