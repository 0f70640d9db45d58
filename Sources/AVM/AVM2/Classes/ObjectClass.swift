import AVM

/// `Object`. ECMA-262 3rd ed. 15.2.
enum ObjectClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("Object", base: "", .dynamic)
        table.members = {
            NativeMember.shared("hasOwnProperty", "(V:* = undefined):Boolean", length: 1, hasOwnProperty)
                + NativeMember.shared("isPrototypeOf", "(V:* = undefined):Boolean", length: 1, isPrototypeOf)
                + NativeMember.shared(
                    "propertyIsEnumerable", "(V:* = undefined):Boolean", length: 1, propertyIsEnumerable)
                + [
                    NativeMember(prototype: "setPropertyIsEnumerable", length: 2, setPropertyIsEnumerable),
                    NativeMember(prototype: "toString", length: 0, toString),
                    NativeMember(prototype: "toLocaleString", length: 0, toString),
                    NativeMember(prototype: "valueOf", length: 0, valueOf),
                ]
        }
        table.staticMembers = { [.length(1)] }
        table.construct = convert
        table.call = convert
        return table
    }()

    /// `Object(value)` and `new Object(value)`: the value itself, a new object for null and undefined.
    private static func convert(_ call: NativeCall) throws(ScriptError) -> Value {
        call[0].isNullish ? Value(call.machine.makeObject()) : call[0]
    }

    private static func hasOwnProperty(_ call: NativeCall) throws(ScriptError) -> Value {
        // Even a Dictionary is asked for text here.
        Value(try call.machine.hasOwn(try call.machine.publicName(call[0]), in: call.this))
    }

    private static func isPrototypeOf(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let traits = call.machine.traits(of: call[0]) else { return .false }
        var place = try call.machine.prototype(of: traits)
        if let object = call[0].object { place = object.proto }
        while let object = place.object {
            if Value(object) == call.this { return .true }
            place = object.proto
        }
        return .false
    }

    private static func propertyIsEnumerable(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let object = call.this.object else { return .false }
        let name = try call.machine.publicName(call[0])
        if let state = object.native(as: ExoticState.self), let known = try state.has(name, object, call.machine) {
            return Value(known)
        }
        guard let atom = name.atom(call.machine), let slot = object.slot(of: atom) else { return .false }
        return Value(!object.attributes(slot).contains(.dontEnum))
    }

    private static func setPropertyIsEnumerable(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let object = call.this.object,
            let atom = try call.machine.publicName(call[0], for: call.this).atom(call.machine),
            let slot = object.slot(of: atom)
        else { return .undefined }
        var attributes = object.attributes(slot)
        if call.count < 2 || call.machine.toBoolean(call[1]) {
            attributes.remove(.dontEnum)
        } else {
            attributes.insert(.dontEnum)
        }
        call.heap.setAttributes(attributes, slot: slot, of: object)
        return .undefined
    }

    static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        call.text(plainText(of: call.this, call.machine))
    }

    /// "[object Foo]", "[class Foo]".
    static func plainText(of value: Value, _ machine: AVM2Machine) -> String {
        guard let traits = machine.traits(of: value) else { return "[object \(value.isNull ? "null" : "undefined")]" }
        if let instance = traits.details.instanceSide { return "[class \(instance.name.name.text)]" }
        if traits.pointee.flags.contains(.script) { return "[object global]" }
        if value.isNumber { return "[object Number]" }
        if let state = value.object?.native(as: FunctionState.self) {
            // Functions have the number of their method in the name of their class.
            guard case .file(_, let index) = state.environment.pointee.method.details.source else {
                return "[object Function-0]"
            }
            return "[object \(state.isBound ? "MethodClosure" : "Function")-\(index)]"
        }
        return "[object \(traits.name.name.text)]"
    }

    private static func valueOf(_ call: NativeCall) throws(ScriptError) -> Value { call.this }
}
