import AVM
import AVM1

/// What `ExternalInterface` makes of the XML in which a container sends values.
enum ExternalValues {
    static let methods: [NativeMethod] = [
        NativeMethod("_argumentsToAS") { (call) throws(ScriptError) -> Value in try arguments(call[0], call.machine) },
        NativeMethod("_arrayToAS") { (call) throws(ScriptError) -> Value in try array(call[0], call.machine) },
        NativeMethod("_objectToAS") { (call) throws(ScriptError) -> Value in try object(call[0], call.machine) },
        NativeMethod("_toAS") { (call) throws(ScriptError) -> Value in try value(call[0], call.machine) },
    ]

    private static func member(_ value: Value, _ name: StaticString, _ machine: Machine) throws(ScriptError) -> Value {
        try machine.get(value, machine.heap.strings.pinned(name))
    }

    /// Calls `body` with each child of a node. The nodes may be any objects that look like some.
    private static func forEachChild(
        _ node: Value, _ machine: Machine, _ body: (Value) throws(ScriptError) -> Void
    ) throws(ScriptError) {
        if machine.isStackExhausted { throw .halted(.tooDeep) }
        var child = try member(node, "firstChild", machine)
        var budget = 1 << 16
        while !child.isNullish, budget > 0 {
            budget -= 1
            try body(child)
            child = try member(child, "nextSibling", machine)
        }
    }

    private static func value(_ node: Value, _ machine: Machine) throws(ScriptError) -> Value {
        guard let name = try member(node, "nodeName", machine).string?.text else { return .undefined }
        func content() throws(ScriptError) -> Value {
            try member(try member(node, "firstChild", machine), "nodeValue", machine)
        }
        switch name {
        case "number": return Value(try machine.toNumber(try content()))
        case "string": return Value(try machine.toString(try content()))
        case "false": return .false
        case "true": return .true
        case "null": return .null
        case "class":
            guard let target = machine.target ?? machine.host.level(0) else { return .undefined }
            let path = try machine.toString(try content())
            return Value(orUndefined: try machine.object(atPath: path, from: target))
        case "array": return try array(node, machine)
        case "object": return try object(node, machine)
        default: return .undefined
        }
    }

    private static func arguments(_ node: Value, _ machine: Machine) throws(ScriptError) -> Value {
        let result = machine.makeArray()
        try forEachChild(node, machine) { (child) throws(ScriptError) in
            result.native(as: ArrayState.self)?.append(try value(child, machine))
        }
        return Value(result)
    }

    private static func array(_ node: Value, _ machine: Machine) throws(ScriptError) -> Value {
        try fill(machine.makeArray(), node, machine)
    }

    private static func object(_ node: Value, _ machine: Machine) throws(ScriptError) -> Value {
        try fill(machine.makeObject(), node, machine)
    }

    /// Each child is a property: its name is the attribute `id`.
    private static func fill(_ result: Object, _ node: Value, _ machine: Machine) throws(ScriptError) -> Value {
        try forEachChild(node, machine) { (child) throws(ScriptError) in
            let id = try member(try member(child, "attributes", machine), "id", machine)
            try machine.set(
                result, try machine.toAtom(id), try value(try member(child, "firstChild", machine), machine))
        }
        return Value(result)
    }
}
