import AVM

extension AVM2Machine {
    /// Makes sure that `count` registers from the top on may be used.
    @inline(__always)
    func reserve(_ count: Int) throws(ScriptError) {
        if registers.top + count + 64 >= registers.end || stackGuard.isExhausted { throw makeError(.error, 1023) }
    }

    // MARK: Calling from native code

    /// Calls a function value with `this` and arguments.
    public func call(_ function: Value, this: Value, _ arguments: Value...) throws(ScriptError) -> Value {
        try call(function, this: this, arguments: arguments)
    }

    public func call(_ function: Value, this: Value, _ first: Value) throws(ScriptError) -> Value {
        try reserve(2)
        let base = registers.top
        base[0] = this
        base[1] = first
        registers.top = base + 2
        defer { registers.top = base }
        return try invoke(function, base, count: 1)
    }

    public func call(_ function: Value, this: Value, _ first: Value, _ second: Value) throws(ScriptError) -> Value {
        try reserve(3)
        let base = registers.top
        base[0] = this
        base[1] = first
        base[2] = second
        registers.top = base + 3
        defer { registers.top = base }
        return try invoke(function, base, count: 2)
    }

    public func call(
        _ function: Value, this: Value, _ first: Value, _ second: Value, _ third: Value
    ) throws(ScriptError) -> Value {
        try reserve(4)
        let base = registers.top
        base[0] = this
        base[1] = first
        base[2] = second
        base[3] = third
        registers.top = base + 4
        defer { registers.top = base }
        return try invoke(function, base, count: 3)
    }

    public func call(_ function: Value, this: Value, arguments: [Value]) throws(ScriptError) -> Value {
        try arguments.withWindow { (window) throws(ScriptError) in try call(function, this: this, window: window) }
    }

    /// Calls a function value; the arguments may lie anywhere.
    public func call(
        _ function: Value, this: Value, window: UnsafeBufferPointer<Value>
    ) throws(ScriptError) -> Value {
        let base = try push(this, window)
        defer { registers.top = base }
        return try invoke(function, base, count: window.count)
    }

    func call(_ environment: MethodEnv, this: Value, _ arguments: Value...) throws(ScriptError) -> Value {
        try arguments.withWindow { (window) throws(ScriptError) in
            let base = try push(this, window)
            defer { registers.top = base }
            return try invoke(environment, base, count: window.count)
        }
    }

    /// Calls a public method, or AS3 method, of a value by its name.
    public func callMethod(_ name: StaticString, of value: Value, _ arguments: Value...) throws(ScriptError) -> Value {
        try callMethod(publicName(name), of: value, arguments)
    }

    public func callMethod(_ name: PropertyName, of value: Value, _ arguments: [Value]) throws(ScriptError) -> Value {
        try arguments.withWindow { (window) throws(ScriptError) in
            let base = try push(value, window)
            defer { registers.top = base }
            return try callProperty(name, base, count: window.count)
        }
    }

    /// Calls a method of a native class that scripts do not see, as Flash's own ActionScript does. It stands in stack
    /// traces.
    public func callHidden(
        _ name: StaticString, of object: Object, _ argument: Value
    ) throws(ScriptError) -> Value {
        let traits = traits(of: object)
        guard let binding = traits.pointee.bindings.find(heap.strings.pinned(name), .internal),
            binding.kind == .method, let environment = try environment(Int(binding.index), of: traits)
        else { throw nullReference(.undefined) }
        return try call(environment, this: Value(object), argument)
    }

    /// `new Class(arguments)`.
    public func construct(_ class: Value, _ arguments: [Value] = []) throws(ScriptError) -> Value {
        try arguments.withWindow { (window) throws(ScriptError) in
            let base = try push(.undefined, window)
            defer { registers.top = base }
            return try construct(`class`, base, count: window.count)
        }
    }

    public func construct(_ traits: TraitsRef, _ arguments: [Value] = []) throws(ScriptError) -> Object {
        let value = try construct(Value(try classObject(traits, holding: arguments)), arguments)
        guard let object = value.object else { throw nullReference(value) }
        return object
    }

    /// The class object, for a call with arguments that only an array of Swift's holds: making a class allocates.
    private func classObject(_ traits: TraitsRef, holding arguments: [Value]) throws(ScriptError) -> Object {
        if let known = traits.pointee.classObject.object { return known }
        let held = ValueBuffer(heap, capacity: arguments.count)
        for argument in arguments { held.append(argument) }
        return try classObject(traits)
    }

    /// Puts a receiver and arguments onto the register stack.
    private func push(
        _ this: Value, _ window: UnsafeBufferPointer<Value>
    ) throws(ScriptError) -> UnsafeMutablePointer<Value> {
        try reserve(window.count + 1)
        let base = registers.top
        base.pointee = this
        for index in 0..<window.count { base[index + 1] = window[index] }
        registers.top = base + window.count + 1
        return base
    }

    // MARK: Invoking: base[0] is the receiver, the arguments follow; registers above are free

    func invoke(
        _ function: Value, _ base: UnsafeMutablePointer<Value>, count: Int
    ) throws(ScriptError) -> Value {
        guard let object = function.object else { throw makeError(.type, 1006, heap.makeString("value")) }
        if let environment = functionEnvironment(object, base) {
            return try invoke(environment, base, count: count, callee: function)
        }
        let traits = self.traits(of: object)
        guard traits.pointee.flags.contains(.classSide), let instance = traits.details.instanceSide else {
            throw makeError(.type, 1006, heap.makeString("value"))
        }
        if let body = instance.details.nativeCall {
            let saved = registers.top
            registers.top = max(saved, base + count + 1)
            defer { registers.top = saved }
            return try body(NativeCall(machine: self, this: function, base: base + 1, count: count, owner: instance))
        }
        guard count == 1 else {
            throw makeError(.argument, 1112, heap.makeString(String(count)))
        }
        return try coerce(base[1], to: type(of: instance))
    }

    /// The environment of a function object, its receiver put in place; nil for all else.
    @inline(__always)
    func functionEnvironment(_ object: Object, _ receiver: UnsafeMutablePointer<Value>) -> MethodEnv? {
        guard object.flags.contains(.callable), let native = object.unmanagedNative else { return nil }
        return native._withUnsafeGuaranteedRef { state in
            let function = unsafeDowncast(state, to: FunctionState.self)
            let environment = function.environment
            if function.isBound {
                receiver.pointee = function.boundThis
            } else if receiver.pointee.isNullish, let scope = environment.pointee.scope, scope.pointee.count > 0 {
                // A function without a receiver runs on the global object.
                receiver.pointee = scope.elements[0]
            }
            return environment
        }
    }

    func invoke(
        _ environment: MethodEnv, _ base: UnsafeMutablePointer<Value>, count: Int, callee: Value = .undefined
    ) throws(ScriptError) -> Value {
        let saved = registers.top
        defer { registers.top = saved }
        registers.top = max(saved, base + count + 1)
        if environment.pointee.method.pointee.flags.contains(.native) {
            return try invokeNative(environment, base, count: count)
        }
        return try run(environment, base, count: count, callee: callee)
    }

    @inline(__always)
    func invokeNative(
        _ environment: MethodEnv, _ base: UnsafeMutablePointer<Value>, count: Int
    ) throws(ScriptError) -> Value {
        let method = environment.pointee.method
        if !method.pointee.flags.contains(.resolved) { try resolve(method) }
        let filled = try coerceArguments(method, base, count: count)
        let saved = registers.top
        registers.top = base + filled + 1
        if registers.top + 64 >= registers.end || stackGuard.isExhausted {
            registers.top = saved
            throw makeError(.error, 1023)
        }
        // A frame of its own, for stack traces alone.
        let frame = frames.top
        guard frame + 1 < frames.end else { throw makeError(.error, 1023) }
        frame.pointee.environment = environment
        frame.pointee.base = base
        frame.pointee.isEntry = false
        frames.top = frame + 1
        defer {
            registers.top = saved
            frames.top = frame
        }
        guard let box = method.pointee.body else { return .undefined }
        let result = try box._withUnsafeGuaranteedRef { $0.body }(
            NativeCall(machine: self, this: base[0], base: base + 1, count: filled, owner: environment.pointee.owner))
        return fit(result, method.pointee.returnType)
    }

    /// A native's result in the form that its type has in registers.
    @inline(__always)
    private func fit(_ value: Value, _ type: TypeRef) -> Value {
        switch type.kind {
        case .any, .object, .instance, .string, .boolean: return value
        case .number: return value.isInt ? Value(double: Double(value.unsafeInt)) : value.isDouble ? value : .nan
        case .int:
            return value.isInt ? value : Value(NumberConversion.toInt32(value.isDouble ? value.unsafeDouble : 0))
        case .uint: return value.isInt && value.unsafeInt >= 0 ? value : canonicalUint(value)
        case .void: return .undefined
        case .null, .namespace: return value
        }
    }

    func canonicalUint(_ value: Value) -> Value {
        let number = value.isNumber ? value.unsafeNumber : 0
        return Value(Int(UInt32(bitPattern: NumberConversion.toInt32(number))))
    }

    /// Brings arguments to the types of the parameters and fills in defaults. Gives how many there are then.
    @inline(__always)
    func coerceArguments(
        _ method: MethodRef, _ base: UnsafeMutablePointer<Value>, count: Int
    ) throws(ScriptError) -> Int {
        let declared = Int(method.pointee.parameterCount)
        if count != declared || !method.pointee.flags.contains(.untyped) {
            return try coerceSlowly(method, base, count: count)
        }
        return count
    }

    @inline(never)
    private func coerceSlowly(
        _ method: MethodRef, _ base: UnsafeMutablePointer<Value>, count: Int
    ) throws(ScriptError) -> Int {
        let declared = Int(method.pointee.parameterCount)
        if count < Int(method.pointee.requiredCount)
            || count > declared && !method.pointee.flags.contains(.takesMore)
        {
            if !method.details.isUnchecked {
                throw makeError(
                    .argument, 1063, describe(method), heap.makeString(String(method.pointee.requiredCount)),
                    heap.makeString(String(count)))
            }
        }
        guard declared > 0, let parameters = method.pointee.parameters else { return count }
        for index in 0..<min(count, declared) {
            let type = parameters[index].type
            let value = base[index + 1]
            switch type.kind {
            case .any: continue
            case .int where value.isInt: continue
            case .number where value.isDouble: continue
            case .number where value.isInt: base[index + 1] = Value(double: Double(value.unsafeInt))
            case .string where value.isString || value.isNull: continue
            default: base[index + 1] = try coerce(value, to: type)
            }
        }
        var index = count
        while index < declared {
            base[index + 1] = parameters[index].defaultValue
            index += 1
        }
        return max(count, declared)
    }

    // MARK: Constructing

    func construct(
        _ value: Value, _ base: UnsafeMutablePointer<Value>, count: Int
    ) throws(ScriptError) -> Value {
        guard let object = value.object else { throw makeError(.type, 1007) }
        let side = traits(of: object)
        if side.pointee.flags.contains(.classSide), let traits = side.details.instanceSide {
            return try construct(traits, base, count: count)
        }
        guard object.flags.contains(.callable), let state = object.native(as: FunctionState.self) else {
            throw makeError(.type, 1007)
        }
        // A method is no constructor.
        guard !state.isBound else { throw makeError(.type, 1064, describe(state.environment.pointee.method)) }
        // A function as a constructor: its prototype is the new object's. One that was set to null is made again.
        if state.prototype.isNull { state.prototype = .undefined }
        let prototype = functionPrototype(object)
        let made = makeObject()
        made.proto = prototype.isObject ? prototype : try self.prototype(of: types.object)
        base[0] = Value(made)
        let result = try invoke(state.environment, base, count: count, callee: value)
        return result.isObject ? result : Value(made)
    }

    func construct(
        _ traits: TraitsRef, _ base: UnsafeMutablePointer<Value>, count: Int
    ) throws(ScriptError) -> Value {
        if traits.pointee.classObject.isNull { _ = try classObject(traits) }
        let details = traits.details
        if let body = details.construct {
            let saved = registers.top
            registers.top = max(saved, base + count + 1)
            defer { registers.top = saved }
            return try body(
                NativeCall(machine: self, this: traits.pointee.classObject, base: base + 1, count: count, owner: traits)
            )
        }
        // Vector without what it is of.
        if traits == types.vector { throw makeError(.type, 1007) }
        if traits.pointee.flags.contains(.interface) {
            throw makeError(.verify, 1001, heap.makeString(describe(traits.name).text + "()"))
        }
        if traits.pointee.flags.contains(.abstract) {
            throw makeError(.argument, 2012, heap.makeString(traits.name.name.text + "$"))
        }
        let made = instantiate(traits)
        base[0] = Value(made)
        guard let environment = traits.pointee.initializer else { return Value(made) }
        _ = try invoke(environment, base, count: count)
        return Value(made)
    }

    /// Runs the constructor of a class on an object that ``instantiate(_:)`` has made.
    public func initialize(_ object: Object, _ traits: TraitsRef, _ arguments: [Value] = []) throws(ScriptError) {
        guard let environment = traits.pointee.initializer else { return }
        try arguments.withWindow { (window) throws(ScriptError) in
            let base = try push(Value(object), window)
            defer { registers.top = base }
            _ = try invoke(environment, base, count: window.count)
        }
    }

    /// `constructsuper`: runs the constructor of `base` on an object that a derived constructor is making.
    func constructSuper(
        _ owner: TraitsRef, _ base: UnsafeMutablePointer<Value>, count: Int
    ) throws(ScriptError) {
        guard let parent = owner.base, let environment = parent.pointee.initializer else { return }
        _ = try invoke(environment, base, count: count)
    }

    /// `prototype` of a function object, made when first asked for.
    public func functionPrototype(_ function: Object) -> Value {
        guard let state = function.native(as: FunctionState.self) else { return .undefined }
        if state.isBound { return .null }
        if state.prototype.isUndefined {
            let made = makeObject()
            heap.define(names.constructor, Value(function), .dontEnum, on: made)
            state.prototype = Value(made)
        }
        return state.prototype
    }

    /// A method as messages and stack traces name it: "flash.geom::Point/add()".
    func describe(_ method: MethodRef) -> StringRef { heap.makeString(method.details.traceName) }
}

extension Array where Element == Value {
    fileprivate func withWindow<Result>(
        _ body: (UnsafeBufferPointer<Value>) throws(ScriptError) -> Result
    ) throws(ScriptError) -> Result {
        var outcome: Swift.Result<Result, ScriptError>?
        withUnsafeBufferPointer { window in
            do throws(ScriptError) { outcome = .success(try body(window)) } catch { outcome = .failure(error) }
        }
        return try outcome.unsafelyUnwrapped.get()
    }
}
