import AVM
import AVM1

/// The `ContextMenu` and `ContextMenuItem` classes: data that the player's menu is made of.
enum ContextMenuClass {
    /// Entries of the player's own menu, in the order in which scripts see them last to first.
    private static let builtIns: [StaticString] = [
        "print", "forward_back", "rewind", "loop", "play", "quality", "zoom", "save",
    ]

    static func install(on machine: Machine) {
        var menu = NativeClass("ContextMenu", constructor: construct)
        menu.methods = [NativeMethod("copy", copy), NativeMethod("hideBuiltInItems", hideBuiltInItems)]
        machine.install(menu)
        var item = NativeClass("ContextMenuItem", constructor: constructItem)
        item.methods = [NativeMethod("copy", copyItem)]
        machine.install(item)
    }

    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let machine = call.machine
        machine.define(this, "onSelect", call[0])
        let items = machine.makeObject()
        for name in builtIns { machine.define(items, name, .true) }
        machine.define(this, "builtInItems", Value(items))
        machine.define(this, "customItems", Value(machine.makeArray()))
        return call.this
    }

    private static func copy(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let machine = call.machine
        let made = try machine.construct(
            try machine.get(machine.global, "ContextMenu"), [try machine.get(this, "onSelect")])
        guard let copy = made.object else { return .undefined }
        if let from = try machine.get(this, "builtInItems").object,
            let to = try machine.get(copy, "builtInItems").object
        {
            for name in builtIns { try machine.set(to, name, Value(machine.toBool(try machine.get(from, name)))) }
        }
        if let from = try machine.get(this, "customItems").object?.native(as: ArrayState.self),
            let to = try machine.get(copy, "customItems").object?.native(as: ArrayState.self)
        {
            for index in 0..<from.elements.count { to.append(from[index]) }
        }
        return made
    }

    private static func hideBuiltInItems(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        if let items = try call.machine.get(this, "builtInItems").object {
            for name in builtIns { try call.machine.set(items, name, .false) }
        }
        return .undefined
    }

    /// `(caption, callback, separatorBefore, enabled, visible)`.
    private static func constructItem(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let machine = call.machine
        func flag(_ index: Int, _ missing: Bool) -> Value {
            index < call.count ? Value(machine.toBool(call[index])) : Value(missing)
        }
        machine.define(this, "caption", Value(try machine.toString(call[0])))
        machine.define(this, "onSelect", call[1])
        machine.define(this, "separatorBefore", flag(2, false))
        machine.define(this, "enabled", flag(3, true))
        machine.define(this, "visible", flag(4, true))
        return call.this
    }

    private static func copyItem(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object else { return .undefined }
        let machine = call.machine
        return try machine.construct(
            try machine.get(machine.global, "ContextMenuItem"),
            [
                try machine.get(this, "caption"), try machine.get(this, "onSelect"),
                try machine.get(this, "separatorBefore"), try machine.get(this, "enabled"),
                try machine.get(this, "visible"),
            ])
    }
}
