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
        // The method may come from a getter: the arguments lie on the stack already then.
        try withArguments(arguments) { (base) throws(ScriptError) -> Value in
            let method = try get(object, name)
            guard let function = method.object, function.flags.contains(.callable) else { return .undefined }
            return try invoke(function, this: Value(object), base, arguments.count, isConstructing: false)
        }
    }

    @discardableResult
    public func callMethod(_ object: Object, _ name: StaticString, _ arguments: [Value]) throws(ScriptError) -> Value {
        try callMethod(object, heap.strings.pinned(name), arguments)
    }

    /// `new constructor(arguments)`. Undefined where the value is no function.
    public func construct(_ constructor: Value, _ arguments: [Value]) throws(ScriptError) -> Value {
        try withArguments(arguments) { (base) throws(ScriptError) -> Value in
            try construct(constructor, base, arguments.count)
        }
    }

    /// The same with arguments that lie on the stack.
    func construct(
        _ constructor: Value, _ base: UnsafePointer<Value>, _ count: Int
    ) throws(ScriptError) -> Value {
        guard let function = constructor.object, function.flags.contains(.callable) else { return .undefined }
        let object = heap.makeObject(proto: try prototypeForNew(function))
        let result = try initialize(object, by: function, base, count)
        guard function.native is NativeFunction else { return Value(object) }
        // A built-in constructor may give another object, such as `new Object(x)`. Null: it can make none of that.
        return result.isNull ? .undefined : result.isObject ? result : Value(object)
    }

    /// The `prototype` of a constructor, even where it is hidden from the version of the code.
    private func prototypeForNew(_ function: Object) throws(ScriptError) -> Value {
        if let slot = function.slot(of: names.prototype), function.accessorCell(slot) == nil {
            return function.value(slot)
        }
        return try get(function, names.prototype)
    }

    /// Runs a constructor on an object that is there already, such as a clip of a registered class.
    public func initialize(_ object: Object, by constructor: Object, _ arguments: [Value] = []) throws(ScriptError) {
        _ = try withArguments(arguments) { (base) throws(ScriptError) -> Value in
            try initialize(object, by: constructor, base, arguments.count)
        }
    }

    func initialize(
        _ object: Object, by constructor: Object, _ base: UnsafePointer<Value>, _ count: Int
    ) throws(ScriptError) -> Value {
        heap.define(names.hiddenConstructor, Value(constructor), [.dontEnum, .version6], on: object)
        if dialect.hasOwnConstructor { heap.define(names.constructor, Value(constructor), .dontEnum, on: object) }
        // `super` starts above the prototype that `new` gave the object.
        return try invoke(constructor, this: Value(object), base, count, isConstructing: true, superDepth: 1)
    }

    /// Puts the arguments of a call made by native code on the stack, where calls expect them.
    func withArguments(
        _ arguments: [Value], _ body: (UnsafePointer<Value>) throws(ScriptError) -> Value
    ) throws(ScriptError) -> Value {
        let base = stack.top
        guard base + arguments.count < stack.end else { throw .halted(.tooDeep) }
        for (index, value) in arguments.enumerated() { base[index] = value }
        stack.top = base + arguments.count
        defer { stack.top = base }
        return try body(base)
    }

    /// Calls a function object whose arguments lie on the stack at `base`, in their order. `superDepth` tells how many
    /// prototypes above `this` it was found.
    func invoke(
        _ function: Object, this: Value, _ base: UnsafePointer<Value>, _ count: Int, isConstructing: Bool,
        superDepth: Int = 0
    ) throws(ScriptError) -> Value {
        guard function.flags.contains(.callable) else { return .undefined }
        if depth == 0 && !isInStretch {
            scriptStart = MonotonicClock.seconds
            actionsLeft = Self.actionsPerCheck
        }
        depth += 1
        let savedCaller = caller
        let savedCallee = callee
        defer {
            depth -= 1
            caller = savedCaller
            callee = savedCallee
        }
        if depth > maximumDepth || stackGuard.isExhausted { throw .halted(.tooDeep) }
        // The cell keeps its state alive, and the call keeps the cell.
        guard let native = function.unmanagedNative else { return .undefined }
        unowned(unsafe) let state = native.takeUnretainedValue()
        guard type(of: state) != SuperState.self else { return .undefined }
        if unsafeDowncast(state, to: FunctionState.self).isScript {
            // Built-in functions are passed over: `arguments.caller` is the script that called them.
            caller = savedCallee
            callee = function
            let outcome = native._withUnsafeGuaranteedRef { state -> Result<Value, ScriptError> in
                do throws(ScriptError) {
                    return .success(
                        try invokeScript(
                            unsafeDowncast(state, to: ScriptFunction.self), function, this: this, base, count,
                            superDepth: superDepth))
                } catch {
                    return .failure(error)
                }
            }
            return try outcome.get()
        }
        // What a built-in function calls may not take operands of the code that called it.
        lendableBase = nil
        return try unsafeDowncast(state, to: NativeFunction.self).body(
            Call(machine: self, this: this, base: base, count: count, isConstructing: isConstructing, callee: function))
    }

    /// Whether a function is written in Swift.
    func isNative(_ function: Object) -> Bool { function.native is NativeFunction }

    // MARK: Running code of a timeline

    /// Runs a block of actions of `source` as code of `clip`, such as a DoAction tag or a clip event.
    public func run(_ block: Range<Int>, of source: CodeSource, in clip: Object) throws(ScriptError) {
        let savedDialect = dialect
        let savedTarget = target
        let savedTop = stack.top
        if depth == 0 && !isInStretch {
            scriptStart = MonotonicClock.seconds
            actionsLeft = Self.actionsPerCheck
        }
        let isOutermost = depth == 0
        depth += 1
        defer {
            depth -= 1
            dialect = savedDialect
            target = savedTarget
            // What the code leaves on the stack is there for what runs next in the frame.
            if !isOutermost { stack.top = savedTop }
        }
        if depth > maximumDepth || stackGuard.isExhausted { throw .halted(.tooDeep) }
        let savedCallee = callee
        callee = nil
        defer { callee = savedCallee }
        dialect = Dialect(swfVersion: source.swfVersion)
        target = clip
        var frame = Frame(
            source: source, block: block, registers: globalRegisters, registerCount: 4,
            scope: heap.makeScope(clip, outer: nil, kind: .clip), locals: nil, isFunction: false, this: Value(clip),
            baseClip: clip, target: clip, pool: timelinePool, callee: nil, superDepth: 0,
            stackBase: isOutermost ? stack.base : stack.top)
        defer { frame.withs.removeAll() }
        // Little room is left for what this code needs itself: what others have left goes.
        if isOutermost, stack.top - stack.base > ValueStack.capacity / 4 { stack.top = stack.base }
        _ = try execute(source.code(of: block), &frame)
    }

    /// Forgets what the code of a frame has left on the stack.
    public func endFrame() {
        if depth == 0 { stack.top = stack.base }
        leftovers.removeAll(keepingCapacity: true)
    }

    // MARK: Throwing

    /// An error that scripts can catch, with the text as its value.
    public func error(_ text: String) -> ScriptError { .thrown(string(text)) }
}

extension Machine {
    /// The native stack is nearly used up: recursion must end.
    public var isStackExhausted: Bool { stackGuard.isExhausted }
}
