import AVM

extension Machine {
    // MARK: Calling

    /// Calls a function with `this`. Undefined where the value is no function.
    @discardableResult
    public func call(_ function: Value, this: Value, _ arguments: [Value]) throws(ScriptError) -> Value {
        guard let object = function.object else { return .undefined }
        return try withArguments(arguments) { (base) throws(ScriptError) -> Value in
            try invoke(object, this: this, base, arguments.count, isConstructing: false)
        }
    }

    /// Calls the method of that name, if there is one.
    @discardableResult
    public func callMethod(_ object: Object, _ name: Atom, _ arguments: [Value]) throws(ScriptError) -> Value {
        let method = try get(object, name)
        guard let function = method.object, function.flags.contains(.callable) else { return .undefined }
        return try call(method, this: Value(object), arguments)
    }

    @discardableResult
    public func callMethod(_ object: Object, _ name: StaticString, _ arguments: [Value]) throws(ScriptError) -> Value {
        try callMethod(object, heap.strings.pinned(name), arguments)
    }

    /// `new constructor(arguments)`. Undefined where the value is no function.
    public func construct(_ constructor: Value, _ arguments: [Value]) throws(ScriptError) -> Value {
        guard let function = constructor.object, function.flags.contains(.callable) else { return .undefined }
        let prototype = try get(function, names.prototype)
        let object = heap.makeObject(proto: prototype)
        heap.define(names.constructor, constructor, .hidden, on: object)
        return try withArguments(arguments) { (base) throws(ScriptError) -> Value in
            let result = try invoke(function, this: Value(object), base, arguments.count, isConstructing: true)
            return result.isObject ? result : Value(object)
        }
    }

    /// Puts the arguments of a call made by native code on the stack, where calls expect them.
    private func withArguments(
        _ arguments: [Value], _ body: (UnsafePointer<Value>) throws(ScriptError) -> Value
    ) throws(ScriptError) -> Value {
        let base = stack.top
        guard base + arguments.count < stack.end else { throw .halted(.tooDeep) }
        for (index, value) in arguments.enumerated() { base[index] = value }
        stack.top = base + arguments.count
        defer { stack.top = base }
        return try body(base)
    }

    /// Calls a function object whose arguments lie on the stack at `base`, in their order.
    func invoke(
        _ function: Object, this: Value, _ base: UnsafePointer<Value>, _ count: Int, isConstructing: Bool
    ) throws(ScriptError) -> Value {
        guard function.flags.contains(.callable), let state = function.native else { return .undefined }
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth || stackGuard.isExhausted { throw .halted(.tooDeep) }
        if let native = state as? NativeFunction {
            return try native.body(
                Call(
                    machine: self, this: this, base: base, count: count, isConstructing: isConstructing,
                    callee: function))
        }
        return .undefined
    }

    // MARK: Throwing

    /// An error that scripts can catch, with the text as its value.
    public func error(_ text: String) -> ScriptError { .thrown(string(text)) }
}
