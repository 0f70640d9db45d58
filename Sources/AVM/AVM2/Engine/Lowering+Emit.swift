import AVM

extension Lowering {
    // MARK: Instructions

    func emit(_ instruction: Instruction) {
        guard isEmitting else { return }
        beforeLast = last
        last = code.count
        code.append(instruction)
        lastResult = -1
    }

    func emit(_ op: Op, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0) { emit(Instruction(op, a, b, c)) }

    func emitWord(_ word: UInt64) {
        guard isEmitting else { return }
        code.append(unsafeBitCast(word, to: Instruction.self))
    }

    func emitWord<Pointee>(_ pointer: UnsafeMutablePointer<Pointee>) { emitWord(UInt64(UInt(bitPattern: pointer))) }

    /// An instruction whose result, in `a`, may be sent to a local instead.
    func emitResult(_ op: Op, _ a: Int, _ b: Int = 0, _ c: Int = 0) {
        guard isEmitting else { return }
        emit(op, a, b, c)
        lastResult = code.count - 1
    }

    func emitResult(_ op: Op, _ a: Int, _ b: Int, _ c: Int, word: UInt64) {
        guard isEmitting else { return }
        emit(op, a, b, c)
        let index = code.count - 1
        emitWord(word)
        lastResult = index
    }

    func site(_ name: MultinameRef) -> SiteRef {
        let site = SiteRef.allocate(capacity: 1)
        site.initialize(to: PropertySite(name, unit.domain))
        machine.sites.add(site)
        return site
    }

    /// The word of a new site, 0 while nothing is emitted.
    func siteWord(_ name: MultinameRef) -> UInt64 { isEmitting ? UInt64(UInt(bitPattern: site(name))) : 0 }

    func word<Pointee>(_ pointer: UnsafeMutablePointer<Pointee>) -> UInt64 { UInt64(UInt(bitPattern: pointer)) }

    // MARK: Branches

    /// A branch whose offset is in `b` and `c`.
    func emitJump(_ op: Op, _ a: Int, to target: Int) {
        guard isEmitting else { return }
        emit(op, a)
        fixes.append(Fix(index: code.count - 1, isInWord: false, origin: code.count, target: target))
    }

    /// A branch whose offset is in the word, above `low`.
    func emitJump(_ op: Op, _ a: Int, _ b: Int, _ c: Int = 0, low: Int32 = 0, to target: Int) {
        guard isEmitting else { return }
        emit(op, a, b, c)
        emitWord(UInt64(UInt32(bitPattern: low)))
        fixes.append(Fix(index: code.count - 1, isInWord: true, origin: code.count, target: target))
    }

    func patched() -> [Instruction] {
        for fix in fixes {
            let offset = Int32((blockStarts[fix.target] ?? 0) - fix.origin)
            if fix.isInWord {
                let low = unsafeBitCast(code[fix.index], to: UInt64.self) & 0xFFFF_FFFF
                code[fix.index] = unsafeBitCast(low | UInt64(UInt32(bitPattern: offset)) << 32, to: Instruction.self)
            } else {
                code[fix.index] = Instruction(code[fix.index].op, Int(code[fix.index].a), wide: offset)
            }
        }
        for fix in switchFixes {
            fix.table[fix.place] = Int32((blockStarts[fix.target] ?? 0) - fix.origin)
        }
        return code
    }

    // MARK: The operand stack

    var depth: Int { current.stack.count }
    func stackRegister(_ index: Int) -> Int { firstStack + index }

    func push(_ operand: Operand) throws(ScriptError) {
        guard depth < body.maxStack else { throw error(1017) }
        current.stack.append(operand)
    }

    /// Pushes an entry that lies in its own register; gives that.
    @discardableResult
    func pushOwn(_ type: TypeRef, isNotNull: Bool = false) throws(ScriptError) -> Int {
        try push(Operand(type, .own, isNotNull: isNotNull))
        return stackRegister(depth - 1)
    }

    func pop() throws(ScriptError) -> Operand {
        guard let last = current.stack.popLast() else { throw error(1024) }
        return last
    }

    func need(_ count: Int) throws(ScriptError) {
        guard depth >= count else { throw error(1024) }
    }

    /// The register that holds entry `index` from the bottom; a constant is loaded into its own register first.
    func register(_ index: Int) -> Int {
        switch current.stack[index].place {
        case .own: return stackRegister(index)
        case .register(let register): return register
        case .outer, .int, .constant, .native:
            settle(index)
            return stackRegister(index)
        }
    }

    /// The register of the entry `fromTop` below the top.
    func top(_ fromTop: Int = 0) -> Int { register(depth - 1 - fromTop) }
    func topKnown(_ fromTop: Int = 0) -> Known { current.stack[depth - 1 - fromTop].known }
    func topType(_ fromTop: Int = 0) -> TypeRef { topKnown(fromTop).type }

    /// Brings an entry into its own register.
    func settle(_ index: Int) {
        let register = stackRegister(index)
        switch current.stack[index].place {
        case .own: return
        case .register(let source): emit(.move, register, source)
        case .outer(let scope): emit(.loadOuter, register, wide: Int32(scope))
        case .int(let value): emit(.loadInt, register, wide: value)
        case .constant(let value):
            emit(.loadValue, register)
            emitWord(value.bits)
        case .native:
            emit(.loadValue, register)
            emitWord(Value(machine.nativeGlobal).bits)
        }
        current.stack[index].place = .own
    }

    func emit(_ op: Op, _ a: Int, wide: Int32) { emit(Instruction(op, a, wide: wide)) }

    /// Brings the top `count` entries into their own registers.
    func settle(top count: Int) {
        for index in depth - count..<depth { settle(index) }
    }

    func settleStack() { settle(top: depth) }

    /// A local's or scope's register is about to change: entries that stand for it are saved.
    func willWrite(_ register: Int) {
        for index in current.stack.indices {
            if case .register(register) = current.stack[index].place { settle(index) }
        }
    }

    /// Stores the top entry in a local or a scope, and pops it.
    func store(into register: Int) throws(ScriptError) {
        let operand = try pop()
        let hasAlias = current.stack.contains {
            if case .register(register) = $0.place { return true }
            return false
        }
        if case .own = operand.place, !hasAlias, lastResult >= 0, isEmitting,
            Int(code[lastResult].a) == stackRegister(depth)
        {
            code[lastResult].a = UInt16(register)
            lastResult = -1
            return
        }
        if case .own = operand.place, !hasAlias, storeStepped(stackRegister(depth), into: register) { return }
        willWrite(register)
        switch operand.place {
        case .own: emit(.move, register, stackRegister(depth))
        case .register(let source): if source != register { emit(.move, register, source) }
        case .outer(let scope): emit(.loadOuter, register, wide: Int32(scope))
        case .int(let value): emit(.loadInt, register, wide: value)
        case .constant(let value):
            emit(.loadValue, register)
            emitWord(value.bits)
        case .native:
            emit(.loadValue, register)
            emitWord(Value(machine.nativeGlobal).bits)
        }
    }

    /// `y = x++`: the value of `x` was saved in `own` while `x` was stepped. It is saved in `register` instead, in one
    /// instruction.
    private func storeStepped(_ own: Int, into register: Int) -> Bool {
        guard isEmitting, beforeLast >= 0, last == beforeLast + 1, last == code.count - 1,
            code[last].op == .addIntImmediate, code[beforeLast].op == .move, Int(code[beforeLast].a) == own,
            code[last].a == code[last].b, code[last].a == code[beforeLast].b, Int(code[last].a) != register
        else { return false }
        code[beforeLast] = Instruction(.moveAndAddInt, register, Int(code[last].b), Int(code[last].c))
        code.removeLast()
        last = beforeLast
        beforeLast = -1
        return true
    }

    // MARK: Types in registers

    /// The top entry as a Number: gives the register that holds it so. `fromTop` 0 or 1; uses scratch registers.
    func numberRegister(_ fromTop: Int) -> Int {
        let index = depth - 1 - fromTop
        let operand = current.stack[index]
        if case .int(let value) = operand.place {
            let place = scratch + fromTop
            emit(.loadValue, place)
            emitWord(Value(double: Double(value)).bits)
            return place
        }
        let source = register(index)
        switch operand.type.kind {
        case .number: return source
        case .int:
            emit(.intToNumber, scratch + fromTop, source)
            return scratch + fromTop
        default:
            emit(.toNumber, scratch + fromTop, source)
            return scratch + fromTop
        }
    }

    /// The same for int.
    func intRegister(_ fromTop: Int) -> Int {
        let index = depth - 1 - fromTop
        let operand = current.stack[index]
        let source = register(index)
        switch operand.type.kind {
        case .int: return source
        case .number:
            emit(.numberToInt, scratch + fromTop, source)
            return scratch + fromTop
        default:
            emit(.toInt, scratch + fromTop, source)
            return scratch + fromTop
        }
    }

    /// The int that the entry is, where it is a constant.
    func intConstant(_ fromTop: Int) -> Int32? {
        if case .int(let value) = current.stack[depth - 1 - fromTop].place { return value }
        return nil
    }

    /// Replaces the top entry by the result of a conversion.
    func convertTop(_ op: Op, to type: TypeRef, isNotNull: Bool = false) throws(ScriptError) {
        let source = top()
        _ = try pop()
        let target = try pushOwn(type, isNotNull: isNotNull)
        emitResult(op, target, source)
    }

    /// Brings the top entry to a type, as `coerce` does.
    func coerceTop(to type: TypeRef) throws(ScriptError) {
        try need(1)
        let known = topKnown()
        let from = known.type
        if from == type || type.kind == .any || type.kind == .void {
            if type.kind == .any {
                current.stack[depth - 1].known = Known(
                    type: from.kind == .void ? .any : from, isNotNull: known.isNotNull)
            }
            return
        }
        switch type.kind {
        case .any, .void: return
        case .int:
            if from.kind == .number { return try convertTop(.numberToInt, to: .int) }
            try convertTop(.toInt, to: .int)
        case .uint:
            if let constant = intConstant(0), constant >= 0 {
                current.stack[depth - 1].known.type = .uint
                let index = depth - 1
                settle(index)
                return
            }
            try convertTop(.toUint, to: .uint)
        case .number:
            if let constant = intConstant(0) {
                _ = try pop()
                return try push(Operand(.number, .constant(Value(double: Double(constant)))))
            }
            try convertTop(from.kind == .int ? .intToNumber : .toNumber, to: .number)
        case .boolean: try convertTop(.toBoolean, to: .boolean)
        case .string:
            if from.kind == .null { return current.stack[depth - 1].known.type = .string }
            try convertTop(.coerceString, to: .string)
        case .object:
            switch from.kind {
            case .any, .void: try convertTop(.coerceObject, to: .object)
            default: return
            }
        case .namespace, .null: try coerceByWord(type)
        case .instance:
            guard let target = type.traits else { return }
            if from.kind == .null { return current.stack[depth - 1].known.type = type }
            if from.kind == .instance, let source = from.traits {
                if !source.pointee.flags.contains(.linked) { try machine.link(source) }
                if !target.pointee.flags.contains(.linked) { try machine.link(target) }
                if source == target || source.isKind(of: target) {
                    // The value keeps its more exact type, unless an interface is asked for.
                    return
                }
            }
            let source = top()
            _ = try pop()
            let register = try pushOwn(type, isNotNull: known.isNotNull)
            emitResult(.coerceClass, register, source, 0, word: word(target))
        }
    }

    private func coerceByWord(_ type: TypeRef) throws(ScriptError) {
        let source = top()
        _ = try pop()
        let register = try pushOwn(type)
        guard isEmitting else { return }
        let place = machine.arena.allocate(TypeRef.self)
        place.initialize(to: type)
        emitResult(.coerceType, register, source, 0, word: word(place))
    }

    /// The traits whose bindings values of a type have; nil where they are not known.
    func traits(of known: Known) throws(ScriptError) -> TraitsRef? {
        let found: TraitsRef?
        switch known.type.kind {
        case .int: found = machine.types.int
        case .uint: found = machine.types.uint
        case .number: found = machine.types.number
        case .boolean: found = machine.types.boolean
        case .string: found = machine.types.string
        case .namespace: found = machine.types.namespace
        case .instance: found = known.type.traits
        case .any, .void, .object, .null: found = nil
        }
        if let found, !found.pointee.flags.contains(.linked) { try machine.link(found) }
        return found
    }
}
