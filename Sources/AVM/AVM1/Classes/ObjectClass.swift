import AVM

/// The `Object` class.
enum ObjectClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("watch", watch),
        NativeMethod("unwatch", unwatch),
        NativeMethod("addProperty", addProperty),
        NativeMethod("valueOf", valueOf),
        NativeMethod("toString", toString),
        NativeMethod("toLocaleString", toLocaleString),
        NativeMethod("hasOwnProperty", hasOwnProperty),
        NativeMethod("isPropertyEnumerable", isPropertyEnumerable),
        NativeMethod("isPrototypeOf", isPrototypeOf),
    ]

    static func install(on machine: Machine) {
        var row = NativeClass("Object", constructor: construct)
        row.methods = methods
        let object = machine.install(row, prototype: machine.prototypes.object).constructor
        if let slot = object.slot(of: machine.names.prototype) {
            machine.heap.setAttributes([.hidden, .readOnly], slot: slot, of: object)
        }
    }

    /// `new Object(value)` and `Object(value)`: the value as an object, or an empty one.
    private static func construct(_ call: Call) throws(ScriptError) -> Value {
        if call.isConstructing && call[0].isNullish { return call.this }
        return Value(call.machine.toObject(call[0]) ?? call.machine.makeObject())
    }

    private static func watch(_ call: Call) throws(ScriptError) -> Value {
        guard let object = call.this.object, call.count >= 2 else { return .false }
        let name = try call.machine.toAtom(call[0])
        return Value(call.machine.watch(object, name, call[1], userData: call[2]))
    }

    private static func unwatch(_ call: Call) throws(ScriptError) -> Value {
        guard let object = call.this.object else { return .false }
        return Value(call.machine.unwatch(object, try call.machine.toAtom(call[0])))
    }

    /// `addProperty(name, getter, setter)`; the setter may be null. False where the arguments will not do.
    private static func addProperty(_ call: Call) throws(ScriptError) -> Value {
        guard let object = call.this.object, call.count >= 2 else { return .false }
        let name = try call.machine.toAtom(call[0])
        guard name != call.machine.names.empty, call[1].object?.flags.contains(.callable) == true else {
            return .false
        }
        let setter = call[2].object?.flags.contains(.callable) == true ? call[2] : .undefined
        guard !setter.isUndefined || call[2].isNull else { return .false }
        let accessor = call.heap.makeAccessor(getter: call[1], setter: setter)
        call.heap.define(name, accessor, .accessor, on: object)
        return .true
    }

    private static func valueOf(_ call: Call) throws(ScriptError) -> Value { call.this }

    private static func toString(_ call: Call) throws(ScriptError) -> Value {
        let isFunction =
            call.this.object.map { $0.flags.contains(.callable) && call.machine.superState($0) == nil } ?? false
        return call.machine.string(isFunction ? "[type Function]" : "[object Object]")
    }

    private static func toLocaleString(_ call: Call) throws(ScriptError) -> Value {
        Value(try call.machine.toString(call.this))
    }

    private static func hasOwnProperty(_ call: Call) throws(ScriptError) -> Value {
        guard let object = call.this.object, call.count > 0 else { return .false }
        let name = try call.machine.toAtom(call[0])
        if name == call.machine.names.empty { return .false }
        // A clip's children and `_x` and the like are not its own.
        if call.machine.host.isClip(object) { return Value(call.machine.anySlot(name, of: object) != nil) }
        return Value(call.machine.hasOwnProperty(object, name))
    }

    private static func isPropertyEnumerable(_ call: Call) throws(ScriptError) -> Value {
        guard let object = call.this.object, call.count > 0 else { return .false }
        let name = try call.machine.toAtom(call[0])
        guard let slot = object.slot(of: name) else { return .false }
        return Value(!object.attributes(slot).contains(.dontEnum))
    }

    private static func isPrototypeOf(_ call: Call) throws(ScriptError) -> Value {
        guard let prototype = call.this.object, var object = call[0].object else { return .false }
        for _ in 0..<255 {
            guard let next = object.proto.object else { return .false }
            if next == prototype { return .true }
            object = next
        }
        return .false
    }
}
