import AVM

/// How a stretch of code ended.
enum Completion {
    /// It ran to its end.
    case fell
    case returned(Value)
    /// It jumped out of the range that was to be run.
    case jumped(Int)
}

extension Machine {
    /// Actions between two looks at the clock.
    static let actionsPerCheck = 20_000

    /// Runs decoded actions until the block ends, returns, or leaves `range`.
    ///
    /// `range` is the part of a `try` that is being run, nil for a whole block.
    func execute(
        _ start: UnsafeMutablePointer<Action>, _ frame: inout Frame, range: Range<Int>? = nil
    ) throws(ScriptError) -> Completion {
        var pc = start
        var sp = stack.top
        let base = frame.stackBase
        unowned(unsafe) let source = frame.source
        var removedClips = self.removedClips

        @inline(__always) func pop() -> Value {
            if sp == base { return borrowOperand() }
            sp -= 1
            return sp.pointee
        }
        // The stack has room for this one: `reserve` has checked where it grows.
        @inline(__always) func push(_ value: Value) {
            sp.pointee = value
            sp += 1
        }

        while true {
            let action = pc.pointee
            pc += 1
            switch action.op {
            case .pushValue:
                if sp + 16 >= stack.end { throw .halted(.tooDeep) }
                push(source.values[Int(action.b)])
            case .pushRegister:
                if sp + 16 >= stack.end { throw .halted(.tooDeep) }
                push(Int(action.b) < frame.registerCount ? frame.registers[Int(action.b)] : outerRegister(action.b))
            case .pushPool:
                if sp + 16 >= stack.end { throw .halted(.tooDeep) }
                push(Int(action.b) < frame.pool.count ? frame.pool[Int(action.b)] : .undefined)
            case .pop: _ = pop()
            case .pushDuplicate:
                if sp + 16 >= stack.end { throw .halted(.tooDeep) }
                let value = pop()
                push(value)
                push(value)
            case .stackSwap:
                let b = pop()
                let a = pop()
                push(b)
                push(a)
            case .storeRegister:
                let value = pop()
                push(value)
                if Int(action.b) < frame.registerCount {
                    frame.registers[Int(action.b)] = value
                } else {
                    setOuterRegister(action.b, value)
                }

            // MARK: Arithmetic
            case .add2:
                let b = pop()
                let a = pop()
                if a.isInt && b.isInt {
                    let (sum, overflow) = a.unsafeInt.addingReportingOverflow(b.unsafeInt)
                    push(overflow ? Value(double: Double(a.unsafeInt) + Double(b.unsafeInt)) : Value(sum))
                } else if a.isNumber && b.isNumber {
                    push(Value(a.unsafeNumber + b.unsafeNumber))
                } else {
                    stack.top = sp
                    push(try addSlowly(a, b))
                }
            case .subtract:
                let b = pop()
                let a = pop()
                if a.isNumber && b.isNumber {
                    push(number(a.unsafeNumber - b.unsafeNumber))
                } else {
                    stack.top = sp
                    push(try arithmetic(b, a) { $1 - $0 })
                }
            case .multiply:
                let b = pop()
                let a = pop()
                if a.isNumber && b.isNumber {
                    push(number(a.unsafeNumber * b.unsafeNumber))
                } else {
                    stack.top = sp
                    push(try arithmetic(a, b) { $0 * $1 })
                }
            case .less2:
                let b = pop()
                let a = pop()
                if a.isNumber && b.isNumber {
                    push(less(a.unsafeNumber, b.unsafeNumber))
                } else {
                    stack.top = sp
                    push(try lessSlowly(a, b))
                }
            case .greater:
                let b = pop()
                let a = pop()
                if a.isNumber && b.isNumber {
                    push(less(b.unsafeNumber, a.unsafeNumber))
                } else {
                    stack.top = sp
                    push(try lessSlowly(b, a))
                }
            case .equals2:
                let b = pop()
                let a = pop()
                if a.isNumber && b.isNumber {
                    push(fromBool(equal(a, b)))
                } else {
                    stack.top = sp
                    push(fromBool(try looselyEqual(a, b)))
                }
            case .strictEquals:
                let b = pop()
                let a = pop()
                push(Value(strictlyEqual(a, b)))
            case .increment, .decrement:
                let delta: Double = action.op == .increment ? 1 : -1
                let a = pop()
                if a.isNumber {
                    push(number(a.unsafeNumber + delta))
                } else {
                    stack.top = sp
                    push(number(try toNumber(a) + delta))
                }
            case .bitAnd, .bitOr, .bitXor, .bitLShift, .bitRShift, .bitURShift:
                let b = pop()
                let a = pop()
                stack.top = sp
                push(try bitwise(action.op, a, b))
            case .not:
                let a = pop()
                push(fromBool(!toBool(a)))

            // MARK: Control
            case .jump:
                let target = source.jumps[Int(action.b)]
                stack.top = sp
                if target.offset <= frame.block.upperBound { try countAction() }
                if let range, !range.contains(target.offset) { return .jumped(target.offset) }
                if !frame.withs.isEmpty { leaveWiths(jumpingTo: target.offset, &frame) }
                pc = target.action ?? resolve(action.b, frame)
            case .if:
                if toBool(pop()) {
                    let target = source.jumps[Int(action.b)]
                    stack.top = sp
                    try countAction()
                    if let range, !range.contains(target.offset) { return .jumped(target.offset) }
                    if !frame.withs.isEmpty { leaveWiths(jumpingTo: target.offset, &frame) }
                    pc = target.action ?? resolve(action.b, frame)
                }
            case .link:
                pc = source.jumps[Int(action.b)].action ?? resolve(action.b, frame)
            case .rangeEnd:
                stack.top = sp
                let offset = Int(action.b)
                if let range, range.upperBound == offset { return .fell }
                leaveWiths(endingAt: offset, &frame)
            case .end, .endOfBlock:
                stack.top = sp
                return range == nil ? .fell : .returned(.undefined)
            case .return:
                let value = pop()
                stack.top = sp
                return .returned(value)
            case .unknown: break

            // MARK: Members and variables
            case .getMember:
                let name = pop()
                let owner = pop()
                if let object = owner.object, let string = name.string, string.isAtom {
                    let cache = source.caches + Int(action.b)
                    if cache.pointee.shapeID == object.shapeID && cache.pointee.name == string.identity {
                        push(object.value(Int(cache.pointee.slot)))
                        continue
                    }
                }
                stack.top = sp
                push(try getMember(owner, name, source.caches + Int(action.b)))
            case .setMember:
                let value = pop()
                let name = pop()
                let owner = pop()
                if let object = owner.object, let string = name.string, string.isAtom {
                    let cache = source.caches + Int(action.b)
                    if cache.pointee.shapeID == object.shapeID && cache.pointee.name == string.identity {
                        object.setValue(Int(cache.pointee.slot), value)
                        continue
                    }
                }
                // The value must stay reachable while setters run.
                stack.top = sp + 3
                try setMember(owner, name, value, source.caches + Int(action.b))
            case .getVariable:
                let name = pop()
                stack.top = sp
                push(try getVariable(name, &frame).value)
            case .setVariable:
                let value = pop()
                let name = pop()
                stack.top = sp + 2
                try setVariable(name, value, &frame)

            // MARK: Calls
            case .callFunction:
                stack.top = sp
                sp = try callFunction(&frame)
                if self.removedClips != removedClips {
                    if endsWithClip(frame) { return .returned(.undefined) }
                    removedClips = self.removedClips
                }
            case .callMethod:
                stack.top = sp
                sp = try callMethodAction(&frame)
                if self.removedClips != removedClips {
                    if endsWithClip(frame) { return .returned(.undefined) }
                    removedClips = self.removedClips
                }
            case .newObject:
                stack.top = sp
                sp = try newObject(&frame)
            case .newMethod:
                stack.top = sp
                sp = try newMethod(&frame)
            case .defineFunction:
                stack.top = sp
                let definition = source.functions[Int(action.b)]
                let function = makeScriptFunction(definition, &frame)
                if definition.name == names.empty {
                    push(function)
                } else {
                    stack.top = sp + 1
                    sp.pointee = function
                    try defineLocal(definition.name, function, &frame)
                }
            case .with:
                stack.top = sp
                let object = pop()
                if !enterWith(object, body: Int(action.b) - Int(action.a)..<Int(action.b), &frame) {
                    // Flash skips the block of a `with` that has no object.
                    pc = code(at: Int(action.b), frame)
                }
            case .try:
                stack.top = sp
                let definition = source.tries[Int(action.b)]
                switch try runTry(definition, &frame) {
                case .fell: pc = code(at: definition.finallyBody.upperBound, frame)
                case .returned(let value): return .returned(value)
                case .jumped(let offset):
                    if let range, !range.contains(offset) { return .jumped(offset) }
                    leaveWiths(jumpingTo: offset, &frame)
                    pc = code(at: offset, frame)
                }
                sp = stack.top
            case .throw:
                let value = pop()
                stack.top = sp
                throw .thrown(value)
            case .constantPool:
                frame.pool = UnsafeBufferPointer(source.pools[Int(action.b)])
                if !frame.isFunction { timelinePool = frame.pool }
            case .waitForFrame, .waitForFrame2:
                stack.top = sp
                if try !isFrameLoaded(action, &frame) {
                    pc = source.jumps[Int(action.b)].action ?? resolve(action.b, frame)
                }
                sp = stack.top
            case .call:
                stack.top = sp
                try executeRarely(action, &frame)
                sp = stack.top
                if self.removedClips != removedClips {
                    if endsWithClip(frame) { return .returned(.undefined) }
                    removedClips = self.removedClips
                }
            default:
                stack.top = sp
                try executeRarely(action, &frame)
                sp = stack.top
            }
        }
    }

    // MARK: Registers

    /// Registers that a function does not have itself are those of the timeline.
    @inline(never)
    private func outerRegister(_ index: Int32) -> Value { index < 4 ? globalRegisters[Int(index)] : .undefined }

    @inline(never)
    private func setOuterRegister(_ index: Int32, _ value: Value) {
        if index < 4 { globalRegisters[Int(index)] = value }
    }

    // MARK: Jumps

    /// Decodes what an unresolved jump leads to.
    @inline(never)
    private func resolve(_ jump: Int32, _ frame: Frame) -> UnsafeMutablePointer<Action> {
        let code = frame.source.code(at: frame.source.jumps[Int(jump)].offset, block: frame.block)
        frame.source.jumps[Int(jump)].action = code
        return code
    }

    @inline(never)
    func code(at offset: Int, _ frame: Frame) -> UnsafeMutablePointer<Action> {
        frame.source.code(at: offset, block: frame.block)
    }

    /// Code ends where a call, or a change of frame, has removed its own clip.
    @inline(never)
    private func endsWithClip(_ frame: Frame) -> Bool {
        guard let clip = frame.baseClip else { return false }
        return host.liveClip(clip) != clip
    }

    // MARK: Limits

    /// Counts towards the execution limit: jumps and calls only, since no other code runs for long.
    @inline(__always)
    func countAction() throws(ScriptError) {
        actionsLeft &-= 1
        if actionsLeft <= 0 { try checkTime() }
    }

    /// Runs scripts that share one time limit: each may be short, and yet there may be no end to them, because each
    /// lets others wait.
    public func shareTimeLimit(_ body: () -> Void) {
        guard depth == 0, !isInStretch else { return body() }
        scriptStart = MonotonicClock.seconds
        actionsLeft = Self.actionsPerCheck
        isInStretch = true
        defer { isInStretch = false }
        body()
    }

    @inline(never)
    private func checkTime() throws(ScriptError) {
        actionsLeft = Self.actionsPerCheck
        if heap.isOverLimit { throw .halted(.outOfMemory) }
        let now = MonotonicClock.seconds
        if now - scriptStart > scriptTimeout {
            guard host.mayContinue(afterSeconds: now - scriptStart) else { throw .halted(.timeout) }
            scriptStart = now
        }
    }
}
