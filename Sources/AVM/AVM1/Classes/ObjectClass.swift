import AVM

/// The `Object` class.
enum ObjectClass {
    private static let methods: [NativeMethod] = [
        NativeMethod("watch", watch, version6),
        NativeMethod("unwatch", unwatch, version6),
        NativeMethod("addProperty", addProperty, version6),
        NativeMethod("valueOf", valueOf),
        NativeMethod("toString", toString),
        NativeMethod("toLocaleString", toLocaleString),
        NativeMethod("hasOwnProperty", hasOwnProperty, version6),
        NativeMethod("isPropertyEnumerable", isPropertyEnumerable, version6),
        NativeMethod("isPrototypeOf", isPrototypeOf, version6),
    ]
    private static let version6: PropertyAttributes = [.hidden, .version6]

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
        if call[0].isNullish { return Value(call.machine.makeObject()) }
        // Without its class a primitive becomes nothing.
        return Value(orNull: try call.machine.makeBox(of: call[0]) ?? call[0].object)
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
        try call.machine.addProperty(name, getter: call[1], setter: setter, to: object)
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
        guard call.count > 0 else { return .false }
        let name = try call.machine.toAtom(call[0])
        if name == call.machine.names.empty { return .false }
        guard let object = call.this.object else {
            // As of the box that `new` would make.
            return Value(
                call.machine.primitivePrototype(call.this) != nil
                    && (name == call.machine.names.hiddenConstructor
                        || call.dialect.hasOwnConstructor && name == call.machine.names.constructor)
            )
        }
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

extension Machine {
    /// Makes a property of functions. It begins with the value that the property had; where it had none, a watcher of
    /// the property gives the value, as if undefined had been set.
    fileprivate func addProperty(
        _ name: Atom, getter: Value, setter: Value, to object: Object
    ) throws(ScriptError) {
        var stored = Value.undefined
        if let slot = anySlot(name, of: object) {
            stored = object.accessorCell(slot)?.pointee.stored ?? object.value(slot)
        } else if let element = object.native(as: ArrayState.self)?.takeElement(name) {
            stored = element
        } else if object.flags.contains(.watched) {
            stored = try watched(object, name, .undefined)
        }
        let accessor = heap.makeAccessor(getter: getter, setter: setter)
        heap.define(name, accessor, .accessor, on: object)
        if let slot = object.slot(of: name) { object.accessorCell(slot)?.pointee.stored = stored }
    }
}
