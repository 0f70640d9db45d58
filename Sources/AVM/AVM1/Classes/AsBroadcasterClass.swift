import AVM

/// The `AsBroadcaster` object: gives other objects a list of listeners.
public enum AsBroadcasterClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("initialize", initialize),
        NativeMethod("addListener", addListener),
        NativeMethod("removeListener", removeListener),
        NativeMethod("broadcastMessage", broadcastMessage),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("AsBroadcaster")
        row.staticMethods = methods
        let broadcaster = machine.install(row).constructor
        machine.prototypes.others["AsBroadcaster"] = broadcaster
    }

    /// Makes `object` a broadcaster, for natives such as `Key`.
    public static func initialize(_ object: Object, _ machine: Machine) {
        guard let broadcaster = machine.prototypes.others["AsBroadcaster"] else { return }
        machine.heap.pauseDepth += 1
        defer { machine.heap.pauseDepth -= 1 }
        for name in ["addListener", "removeListener", "broadcastMessage"] {
            let atom = machine.heap.strings.intern(name)
            machine.heap.define(atom, broadcaster.ownValue(atom) ?? .undefined, .hidden, on: object)
        }
        machine.heap.define(machine.atom("_listeners"), Value(machine.makeArray()), .hidden, on: object)
    }

    private static func initialize(_ call: Call) throws(ScriptError) -> Value {
        if let object = call[0].object { initialize(object, call.machine) }
        return .undefined
    }

    private static func listeners(_ call: Call) throws(ScriptError) -> ArrayState? {
        guard let this = call.this.object else { return nil }
        return try call.machine.get(this, "_listeners").object?.native(as: ArrayState.self)
    }

    /// A listener that is there already moves to the end.
    private static func addListener(_ call: Call) throws(ScriptError) -> Value {
        _ = try removeListener(call)
        if let listeners = try listeners(call) { listeners.replaceAll(listeners.elements + [call[0]]) }
        return .true
    }

    private static func removeListener(_ call: Call) throws(ScriptError) -> Value {
        guard let listeners = try listeners(call) else { return .false }
        var elements = listeners.elements
        // Comparing may run a script, which may empty the list.
        let held = ValueBuffer(call.heap, capacity: elements.count)
        for element in elements { held.append(element) }
        guard let index = try index(of: call[0], in: elements, call.machine) else { return .false }
        elements.remove(at: index)
        listeners.replaceAll(elements)
        return .true
    }

    /// As `==` compares: undefined is found where null is.
    private static func index(of value: Value, in elements: [Value], _ machine: Machine) throws(ScriptError) -> Int? {
        for (index, element) in elements.enumerated() where try machine.isEqual(element, value) { return index }
        return nil
    }

    private static func broadcastMessage(_ call: Call) throws(ScriptError) -> Value {
        guard let this = call.this.object, call.count > 0 else { return .undefined }
        let name = try call.machine.toAtom(call[0])
        try call.machine.broadcast(this, name, Array(call.arguments.dropFirst()))
        return .true
    }
}
