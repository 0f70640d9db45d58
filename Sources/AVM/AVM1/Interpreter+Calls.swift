import AVM

extension Machine {
    // MARK: Call actions
    // Operands lie on the stack as: …, last argument, …, first argument, count, name (top), with the object of a
    // method below the name. Each action returns the new top of the stack with its result pushed.

    func callFunction(_ frame: inout Frame) throws(ScriptError) -> UnsafeMutablePointer<Value> {
        let name = popValue(frame)
        let base = try takeArguments(frame)
        let (function, owner) = try getVariable(name, &frame)
        let this = owner ?? Value(orUndefined: targetOrRoot(frame))
        return try finishCall(base, frame) { (arguments, count) throws(ScriptError) -> Value in
            guard let object = function.object else { return .undefined }
            if let state = superState(object) { return try callSuper(state, arguments, count) }
            return try invoke(object, this: this, arguments, count, isConstructing: false)
        }
    }

    func callMethodAction(_ frame: inout Frame) throws(ScriptError) -> UnsafeMutablePointer<Value> {
        let name = popValue(frame)
        let owner = popValue(frame)
        let base = try takeArguments(frame)
        return try finishCall(base, frame) { (arguments, count) throws(ScriptError) -> Value in
            // Without a name the object itself is called.
            if name.isUndefined || name.string?.isEmpty == true {
                guard let function = try makeBox(of: owner) ?? owner.object else { return .undefined }
                if let state = superState(function) { return try callSuper(state, arguments, count) }
                return try invoke(function, this: .undefined, arguments, count, isConstructing: false)
            }
            return try callMember(owner, try memberName(name), arguments, count)
        }
    }

    /// Calls a method of any value, noting how far up its prototypes it was found.
    private func callMember(
        _ owner: Value, _ name: Atom, _ arguments: UnsafePointer<Value>, _ count: Int
    ) throws(ScriptError) -> Value {
        if var object = owner.object {
            var owner = owner
            if object.flags.contains(.exotic) {
                guard let meant = meant(by: object) else { return .undefined }
                object = meant
                owner = Value(meant)
            }
            if let state = superState(object) {
                let (method, depth) = try getSuper(state, name)
                guard let function = method.object else { return .undefined }
                return try invoke(
                    function, this: state.this, arguments, count, isConstructing: false, superDepth: depth)
            }
            let (found, depth) = try findWithDepth(object, name, receiver: owner)
            var method = found ?? .undefined
            if found == nil { method = try get(object, name) }
            guard let function = method.object else { return .undefined }
            let superDepth = dialect.superFollowsHolder ? depth : min(depth, 1)
            return try invoke(function, this: owner, arguments, count, isConstructing: false, superDepth: superDepth)
        }
        if owner.isNullish { return .undefined }
        guard hasOriginalClass(owner) else {
            guard let box = try makeBox(of: owner), let function = try get(box, name).object else { return .undefined }
            return try invoke(function, this: Value(box), arguments, count, isConstructing: false)
        }
        guard let prototype = primitivePrototype(owner), let method = try find(prototype, name, receiver: owner),
            let function = method.object
        else { return .undefined }
        // Natives take the primitive as it is; a script's method gets it in a box.
        let this = isNative(function) ? owner : Value(orUndefined: toObject(owner))
        return try invoke(function, this: this, arguments, count, isConstructing: false)
    }

    /// `super(…)`: the constructor of the class above, on the same `this`.
    private func callSuper(
        _ state: SuperState, _ arguments: UnsafePointer<Value>, _ count: Int
    ) throws(ScriptError) -> Value {
        guard let constructor = try superConstructor(state).object else { return .undefined }
        return try invoke(
            constructor, this: state.this, arguments, count, isConstructing: true, superDepth: state.depth + 1)
    }

    func newObject(_ frame: inout Frame) throws(ScriptError) -> UnsafeMutablePointer<Value> {
        let name = popValue(frame)
        let base = try takeArguments(frame)
        let constructor = try getVariable(name, &frame).value
        return try finishCall(base, frame) { (arguments, count) throws(ScriptError) -> Value in
            try construct(constructor, arguments, count)
        }
    }

    func newMethod(_ frame: inout Frame) throws(ScriptError) -> UnsafeMutablePointer<Value> {
        let name = popValue(frame)
        let owner = popValue(frame)
        let base = try takeArguments(frame)
        return try finishCall(base, frame) { (arguments, count) throws(ScriptError) -> Value in
            let isPlain = name.isUndefined || name.string?.isEmpty == true
            if isPlain { _ = try makeBox(of: owner) }
            let constructor = isPlain ? owner : try get(owner, try memberName(name))
            return try construct(constructor, arguments, count)
        }
    }

    // MARK: Operands

    /// Pops a value of the frame's own operands, else of its caller's, undefined where there is none.
    func popValue(_ frame: Frame) -> Value {
        if stack.top == frame.stackBase { return borrowOperand() }
        stack.top -= 1
        return stack.top.pointee
    }

    /// An operand of the caller's, for a function that has none left; undefined where there is none either.
    @inline(never)
    func borrowOperand() -> Value {
        guard let base = loanBase, let top = loanTop, top > base else { return .undefined }
        loanTop = top - 1
        return (top - 1).pointee
    }

    func pushValue(_ value: Value) throws(ScriptError) {
        if stack.top + 16 >= stack.end { throw .halted(.tooDeep) }
        stack.top.pointee = value
        stack.top += 1
    }

    /// Where the arguments of a call lie, in their order, and how many there are; they stay on the stack.
    private func takeArguments(_ frame: Frame) throws(ScriptError) -> (base: UnsafeMutablePointer<Value>, count: Int) {
        let wanted = try self.count(popValue(frame))
        let count = max(0, min(wanted, stack.top - frame.stackBase))
        let base = stack.top - count
        // The first argument was pushed last.
        var (low, high) = (base, stack.top - 1)
        while low < high {
            swap(&low.pointee, &high.pointee)
            low += 1
            high -= 1
        }
        return (base, count)
    }

    /// Runs a call and leaves its result where its arguments were.
    private func finishCall(
        _ arguments: (base: UnsafeMutablePointer<Value>, count: Int), _ frame: Frame,
        _ body: (UnsafePointer<Value>, Int) throws(ScriptError) -> Value
    ) throws(ScriptError) -> UnsafeMutablePointer<Value> {
        let result: Value
        lendableBase = frame.stackBase
        do throws(ScriptError) {
            result = try body(arguments.base, arguments.count)
        } catch {
            stack.top = arguments.base
            throw error
        }
        var base = arguments.base
        if borrowedOperands > 0 {
            base -= min(borrowedOperands, base - frame.stackBase)
            borrowedOperands = 0
        }
        if !leftovers.isEmpty { return pushLeftovers(at: base, result) }
        base.pointee = result
        stack.top = base + 1
        return stack.top
    }

    /// Puts what functions have left on their stacks below a call's result: all of Flash's code has one stack.
    @inline(never)
    private func pushLeftovers(at base: UnsafeMutablePointer<Value>, _ result: Value) -> UnsafeMutablePointer<Value> {
        stack.top = base
        // A function that leaves something at each call of a long loop would fill it up.
        if base - stack.base < ValueStack.capacity / 4 {
            for value in leftovers {
                stack.top.pointee = value
                stack.top += 1
            }
        }
        leftovers.removeAll(keepingCapacity: true)
        stack.top.pointee = result
        stack.top += 1
        return stack.top
    }

    @inline(never)
    private func keepLeftovers(from base: UnsafeMutablePointer<Value>) {
        let count = min(stack.top - base, 256)
        leftovers.append(contentsOf: UnsafeBufferPointer(start: stack.top - count, count: count))
    }

    // MARK: Functions

    /// The function object that ActionDefineFunction makes.
    func makeScriptFunction(_ definition: FunctionDefinition, _ frame: inout Frame) -> Value {
        // Variables that the outer function defines later must be seen.
        if frame.isFunction && dialect.hasClosures { _ = makeLocals(&frame) }
        let (constructor, functionPrototype) = functionClass()
        let function = heap.makeObject(proto: functionPrototype, inlineValues: 2, flags: .callable)
        function.setNative(
            ScriptFunction(
                definition: definition, source: frame.source, scope: closureScope(frame), pool: frame.pool,
                baseClip: targetOrRoot(frame)))
        let prototype = makeObject()
        heap.add(names.constructor, Value(function), .hidden, to: prototype)
        heap.add(names.prototype, Value(prototype), .hidden, to: function)
        if !constructor.isUndefined { heap.add(names.constructor, constructor, .hidden, to: function) }
        return Value(function)
    }

    /// `_global.Function` as scripts may have replaced it, and its prototype: what new functions get. Undefined where it
    /// is no function.
    func functionClass() -> (constructor: Value, prototype: Value) {
        guard let slot = global.slot(of: functionClassName),
            let constructor = global.value(slot).object,
            constructor.flags.contains(.callable)
        else { return (.undefined, .undefined) }
        let prototype = dialect.hasFunctionClass ? constructor.ownValue(names.prototype) : nil
        return (Value(constructor), prototype ?? .undefined)
    }

    /// The scope that a function made here has around its own.
    private func closureScope(_ frame: Frame) -> Scope {
        if dialect.hasClosures { return frame.scope }
        guard let clip = frame.target ?? frame.baseClip else { return frame.scope }
        return heap.makeScope(clip, outer: nil, kind: .clip)
    }

    /// Runs a script's function whose arguments lie on the stack.
    func invokeScript(
        _ script: ScriptFunction, _ callee: Object, this: Value, _ base: UnsafePointer<Value>, _ count: Int,
        superDepth: Int
    ) throws(ScriptError) -> Value {
        try countAction()
        let definition = script.definition
        let savedDialect = dialect
        let savedTarget = target
        let savedTop = stack.top
        let savedLoan = (loanBase, loanTop)
        let argumentBase = UnsafeMutablePointer(mutating: base)
        loanBase = lendableBase
        loanTop = argumentBase
        lendableBase = nil
        defer {
            borrowedOperands = loanBase == nil ? 0 : argumentBase - (loanTop ?? argumentBase)
            (loanBase, loanTop) = savedLoan
            dialect = savedDialect
            target = savedTarget
            stack.top = savedTop
        }
        // Called from SWF 5, a function belongs to the clip it is called on, whose version it takes.
        let isClosure = dialect.hasClosures
        let clip = baseClip(of: script, this: this, isClosure: isClosure)
        let version = isClosure ? script.source.swfVersion : clip.map { host.swfVersion(of: $0) } ?? 5
        // Functions came with SWF 5: in them even code of SWF 4 follows its rules.
        dialect = Dialect(swfVersion: max(5, version))
        target = clip
        let scope =
            isClosure ? script.scope : clip.map { heap.makeScope($0, outer: nil, kind: .clip) } ?? script.scope
        // A function without registers of its own uses those of the timeline.
        let ownsRegisters = definition.isVersion2 && definition.registerCount > 0
        let registerCount = ownsRegisters ? Int(definition.registerCount) : 4
        let registers = ownsRegisters ? stack.top : globalRegisters
        if ownsRegisters {
            guard stack.top + registerCount + 64 < stack.end else { throw .halted(.tooDeep) }
            for index in 0..<registerCount { registers[index] = .undefined }
            stack.top += registerCount
        }
        var frame = Frame(
            source: script.source, block: definition.body, registers: registers, registerCount: registerCount,
            scope: scope, locals: nil, isFunction: true, this: this, baseClip: clip,
            target: clip, pool: script.pool, callee: callee, superDepth: superDepth, stackBase: stack.top)
        defer { frame.withs.removeAll() }
        if definition.isVersion2, !definition.flags.isDisjoint(with: [.preloadThis, .suppressThis]) {
            // `this` by name is then that of the timeline around it.
            frame.namedThis = isClosure ? Value(orUndefined: clip) : .undefined
        }
        try passArguments(definition, &frame, base, count)
        let code = script.code ?? script.source.code(of: definition.body)
        script.code = code
        let completion = try execute(code, &frame)
        if stack.top != frame.stackBase { keepLeftovers(from: frame.stackBase) }
        switch completion {
        case .returned(let value): return value
        case .fell, .jumped: return .undefined
        }
    }

    /// The clip that a function's code belongs to: the one that defined it, or else the one it is called on.
    private func baseClip(of script: ScriptFunction, this: Value, isClosure: Bool) -> Object? {
        if isClosure, let clip = script.baseClip, clip.isLiveClip { return clip }
        if let object = this.object, host.isClip(object) { return object }
        if let target, target.isLiveClip { return target }
        return host.level(0)
    }

    /// Fills in the preloaded registers, the parameters, `arguments`, `super` and `this`.
    private func passArguments(
        _ definition: FunctionDefinition, _ frame: inout Frame, _ base: UnsafePointer<Value>, _ count: Int
    ) throws(ScriptError) {
        let flags = definition.flags
        var next = 1
        func preload(_ value: Value) {
            if next < frame.registerCount { frame.registers[next] = value }
            next += 1
        }
        if definition.isVersion2 && flags.contains(.preloadThis) {
            preload(flags.contains(.suppressThis) ? .undefined : frame.this)
        }
        if definition.isVersion2 && flags.contains(.preloadArguments) {
            preload(makeArguments(frame, base, count))
        } else if !flags.contains(.suppressArguments) {
            heap.define(names.arguments, makeArguments(frame, base, count), .dontEnum, on: makeLocals(&frame))
        }
        if definition.isVersion2 && flags.contains(.preloadSuper) {
            let isSuppressed = flags.contains(.suppressSuper)
            preload(isSuppressed ? .undefined : makeSuper(this: frame.this, depth: frame.superDepth))
        } else if !flags.contains(.suppressSuper), dialect.hasFunctionClass {
            heap.define(
                names.super, makeSuper(this: frame.this, depth: frame.superDepth), .dontEnum, on: makeLocals(&frame))
        }
        if definition.isVersion2 {
            if flags.contains(.preloadRoot) {
                preload(Value(orUndefined: frame.baseClip.flatMap { host.root(of: $0) }))
            }
            // A root has no parent, and so takes no register for it.
            if flags.contains(.preloadParent), let parent = frame.baseClip.flatMap({ host.parent(of: $0) }) {
                preload(Value(parent))
            }
            if flags.contains(.preloadGlobal) { preload(Value(global)) }
        }
        for (index, parameter) in definition.parameters.enumerated() {
            let value = index < count ? base[index] : .undefined
            if parameter.register > 0 {
                if Int(parameter.register) < frame.registerCount { frame.registers[Int(parameter.register)] = value }
            } else {
                heap.define(parameter.name, value, on: makeLocals(&frame))
            }
        }
    }

    /// The `arguments` object: an array with `callee` and `caller`.
    private func makeArguments(_ frame: Frame, _ base: UnsafePointer<Value>, _ count: Int) -> Value {
        let array = makeArray(Array(UnsafeBufferPointer(start: base, count: count)))
        if let constructor = prototypes.array?.ownValue(names.constructor) {
            heap.add(names.constructor, constructor, .hidden, to: array)
        }
        heap.add(names.callee, Value(orUndefined: frame.callee), .hidden, to: array)
        heap.add(names.caller, Value(orNull: caller), .hidden, to: array)
        return Value(array)
    }

    // MARK: try

    /// Runs the parts of a `try`; what they leave undone is returned or thrown.
    func runTry(_ definition: TryDefinition, _ frame: inout Frame) throws(ScriptError) -> Completion {
        var completion = Completion.fell
        var pending: ScriptError?
        let savedTop = stack.top
        let savedScope = frame.scope
        let savedWiths = frame.withs.all
        func restore() {
            // What was popped before the error stays popped.
            stack.top = min(savedTop, stack.top)
            frame.scope = savedScope
            frame.withs.replaceAll(by: savedWiths)
        }
        do throws(ScriptError) {
            completion = try run(definition.tryBody, &frame)
        } catch {
            pending = error
        }
        if case .thrown(let value)? = pending, definition.hasCatch {
            restore()
            pending = nil
            do throws(ScriptError) {
                try bindCaught(value, definition, &frame)
                completion = try run(definition.catchBody, &frame)
            } catch {
                pending = error
            }
        }
        if definition.hasFinally {
            if case .halted? = pending { throw pending! }
            // Compilers end the other parts with a jump to this one.
            if case .jumped(let offset) = completion, offset == definition.finallyBody.lowerBound { completion = .fell }
            if pending != nil { restore() }
            switch try run(definition.finallyBody, &frame) {
            case .fell: break
            case .jumped(let offset) where offset == definition.finallyBody.upperBound: break
            case let last: return last
            }
        }
        if let pending { throw pending }
        return completion
    }

    /// Runs one part of a `try`.
    private func run(_ part: Range<Int>, _ frame: inout Frame) throws(ScriptError) -> Completion {
        part.isEmpty ? .fell : try execute(code(at: part.lowerBound, frame), &frame, range: part)
    }

    private func bindCaught(_ value: Value, _ definition: TryDefinition, _ frame: inout Frame) throws(ScriptError) {
        if let register = definition.register {
            if Int(register) < frame.registerCount { frame.registers[Int(register)] = value }
        } else {
            try defineLocal(definition.variable, value, &frame)
        }
    }
}
