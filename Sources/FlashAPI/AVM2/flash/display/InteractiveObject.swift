import AVM
import AVM2
import Player

/// `flash.display.InteractiveObject`.
enum InteractiveObjectClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.display.InteractiveObject", base: "flash.display.DisplayObject", .abstract)
        table.members = { members }
        return table
    }()

    static let members: [NativeMember] = [
        NativeMember(
            property: "accessibilityImplementation", ":flash.accessibility.AccessibilityImplementation",
            get: { (call) throws(ScriptError) in
                try call.state(DisplayState.self).kept["accessibilityImplementation"] ?? .null
            },
            set: { (call) throws(ScriptError) in
                try call.state(DisplayState.self).kept["accessibilityImplementation"] = call[0]
                return .undefined
            }),
        flag("mouseEnabled", \.isMouseEnabled),
        flag("doubleClickEnabled", \.takesDoubleClicks),
        flag("needsSoftKeyboard", \.needsSoftKeyboard),
        NativeMember(
            property: "tabEnabled", ":Boolean",
            get: { (call) throws(ScriptError) in
                let object = try call.display()
                return Value(object.interaction.tabEnabled ?? object.isTabEnabledAtFirst)
            },
            set: { (call) throws(ScriptError) in
                try requireNoStage(call)
                try call.display().interaction.tabEnabled = call.bool(0)
                return .undefined
            }),
        NativeMember(
            property: "tabIndex", ":int",
            get: { (call) throws(ScriptError) in Value(try call.display().tabIndex ?? -1) },
            set: { (call) throws(ScriptError) in
                try requireNoStage(call)
                guard call.int(0) >= -1 else {
                    throw call.machine.makeError(.range, 2027, ["tabIndex", "\(call.int(0))"])
                }
                try call.display().tabIndex = call.int(0) < 0 ? nil : Int(call.int(0))
                return .undefined
            }),
        NativeMember(
            property: "focusRect", ":Object",
            get: { (call) throws(ScriptError) in try call.display().interaction.focusRect.map { Value($0) } ?? .null },
            set: { (call) throws(ScriptError) in
                try call.display().interaction.focusRect = call[0].isNullish ? nil : call[0] == .true
                return .undefined
            }),
        NativeMember(
            property: "contextMenu", ":flash.display.NativeMenu",
            get: { (call) throws(ScriptError) in try call.state(DisplayState.self).contextMenu },
            set: { (call) throws(ScriptError) in
                try call.state(DisplayState.self).contextMenu = call[0]
                return .undefined
            }),
        NativeMember(
            property: "softKeyboardInputAreaOfInterest", ":flash.geom.Rectangle", get: { _ in .null },
            set: { _ in .undefined }),
        NativeMember(method: "requestSoftKeyboard", "():Boolean") { _ in .false },
    ]

    /// Error #2071: the stage has no place in the order of tabs.
    private static func requireNoStage(_ call: NativeCall) throws(ScriptError) {
        if try call.display() === call.player.stage { throw call.machine.makeError(.error, 2071, ["Stage"]) }
    }

    /// A Boolean of ``Interaction``.
    static func flag(
        _ name: StaticString, _ path: WritableKeyPath<Interaction, Bool> & Sendable
    ) -> NativeMember {
        NativeMember(
            property: name, ":Boolean",
            get: { (call) throws(ScriptError) in Value(try call.display().interaction[keyPath: path]) },
            set: { (call) throws(ScriptError) in
                try call.display().interaction[keyPath: path] = call.bool(0)
                return .undefined
            })
    }
}
