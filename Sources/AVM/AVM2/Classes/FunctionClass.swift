import AVM

/// `Function`. ECMA-262 3rd ed. 15.3.
enum FunctionClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable("Function", base: "Object", [.dynamic, .final])
        table.members = {
            NativeMember.shared("call", "(thisArg:* = undefined, ...rest):*", length: 1, callFunction)
                + NativeMember.shared("apply", "(thisArg:* = undefined, argArray:* = undefined):*", length: 2, apply)
                + [
                    NativeMember(get: "length", ":int", length),
                    NativeMember(property: "prototype", ":*", get: prototype, set: setPrototype),
                    NativeMember(prototype: "toString", length: 0, toString),
                    NativeMember(prototype: "toLocaleString", length: 0, toString),
                ]
        }
        table.staticMembers = { [.length(1)] }
        table.construct = construct
        table.call = construct
        return table
    }()

    /// A function from source text cannot be made: Error #1066.
    private static func construct(_ call: NativeCall) throws(ScriptError) -> Value {
        guard call.count == 0 else { throw call.machine.makeError(.eval, 1066) }
        return Value(call.machine.makeFunction("", length: 0) { (_) throws(ScriptError) in .undefined })
    }

    private static func callFunction(_ call: NativeCall) throws(ScriptError) -> Value {
        let rest = call.count > 1 ? UnsafeBufferPointer(rebasing: call.arguments[1...]) : .init(start: nil, count: 0)
        return try call.machine.call(call.this, this: call[0], window: rest)
    }

    private static func apply(_ call: NativeCall) throws(ScriptError) -> Value {
        if call[1].isNullish { return try call.machine.call(call.this, this: call[0]) }
        guard let array = call[1].object?.native(as: ArrayState.self) else {
            throw call.machine.makeError(.type, 1116)
        }
        // More would not fit the stack.
        guard array.length < 1 << 18 else { throw call.machine.makeError(.error, 1023) }
        // A hole is what the prototype has in its place.
        let arguments = ValueBuffer(call.heap, capacity: Int(array.length))
        let list = ArrayLike(call[1], call.machine)
        for index in 0..<Int(array.length) { arguments.append(try list.get(index)) }
        return try call.machine.call(call.this, this: call[0], window: arguments.window)
    }

    private static func length(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let state = call.this.object?.native(as: FunctionState.self) else { return .zero }
        let method = state.environment.pointee.method
        if let declared = method.details.declaredLength { return Value(declared) }
        if !method.pointee.flags.contains(.resolved) { try call.machine.resolve(method) }
        return Value(Int(method.pointee.parameterCount))
    }

    private static func prototype(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let object = call.this.object else { return .undefined }
        let prototype = call.machine.functionPrototype(object)
        if prototype.isNull, object.native(as: FunctionState.self)?.isBound == false { return .undefined }
        return prototype
    }

    private static func setPrototype(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let object = call.this.object, let state = object.native(as: FunctionState.self) else {
            return .undefined
        }
        if state.isBound {
            throw call.machine.makeError(.reference, 1074, ["prototype", "MethodClosure"])
        }
        guard call[0].isObject || call[0].isNullish else { throw call.machine.makeError(.type, 1049) }
        // None is a prototype as well, other than one that has not been made yet.
        state.prototype = call[0].isNullish ? .null : call[0]
        return .undefined
    }

    private static func toString(_ call: NativeCall) throws(ScriptError) -> Value {
        call.text("function Function() {}")
    }
}
