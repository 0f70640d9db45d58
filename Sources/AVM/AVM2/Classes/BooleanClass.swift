import AVM

/// `Boolean`. ECMA-262 3rd ed. 15.6.
enum BooleanClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("Boolean", base: "Object", .final, constructor: "(value:* = undefined)")
        table.members = {
            [
                NativeMember(method: "toString", "():String", toString, .as3),
                NativeMember(method: "valueOf", "():Boolean", valueOf, .as3),
                NativeMember(prototype: "toString", length: 0, toString),
                NativeMember(prototype: "valueOf", length: 0, valueOf),
            ]
        }
        table.staticMembers = { [.length(1)] }
        table.construct = convert
        table.call = convert
        return table
    }()

    private static func convert(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(call.machine.toBoolean(call[0]))
    }

    /// The truth that `this` is; the prototype counts as false.
    private static func truth(_ call: NativeCall, _ method: String) throws(ScriptError) -> Bool {
        if let bool = call.this.bool { return bool }
        guard call.this == call.machine.types.boolean.pointee.prototype else {
            throw call.incompatible("Boolean.prototype.\(method)")
        }
        return false
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        call.text(try truth(call, "toString") ? "true" : "false")
    }

    private static func valueOf(_ call: NativeCall) throws(ScriptError) -> Value { Value(try truth(call, "valueOf")) }
}
