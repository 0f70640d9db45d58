import AVM

extension Lowering {
    /// Whether the next instruction makes an int of what this one leaves.
    func isMadeInt(_ step: BytecodeStep) -> Bool {
        guard step.next < reader.bytes.count, !isLeader[step.next] else { return false }
        let next = ABCOp(rawValue: reader.bytes[step.next])
        return next == .convertI || next == .coerceI
    }

    func add(_ step: BytecodeStep) throws(ScriptError) {
        try need(2)
        let a = topType(1)
        let b = topType(0)
        if a.isNumeric && b.isNumeric {
            return try arithmetic(step, .addInt, .addIntToNumber, .addNumber, .addAny)
        }
        let isText = a.kind == .string || b.kind == .string
        let left = top(1)
        let right = top(0)
        current.stack.removeLast(2)
        emitResult(.addAny, try pushOwn(isText ? .string : .any, isNotNull: isText), left, right)
    }

    func arithmetic(
        _ step: BytecodeStep, _ wrapping: Op?, _ ofInts: Op?, _ ofNumbers: Op, _ ofAny: Op
    ) throws(ScriptError) {
        try need(2)
        let a = topType(1)
        let b = topType(0)
        if a.kind == .int && b.kind == .int {
            if let wrapping, isMadeInt(step) { return try intArithmetic(wrapping) }
            if let ofInts {
                let left = top(1)
                let right = top(0)
                current.stack.removeLast(2)
                return emitResult(ofInts, try pushOwn(.number), left, right)
            }
        }
        if a.isNumeric && b.isNumeric {
            let left = numberRegister(1)
            let right = numberRegister(0)
            current.stack.removeLast(2)
            return emitResult(ofNumbers, try pushOwn(.number), left, right)
        }
        let left = top(1)
        let right = top(0)
        current.stack.removeLast(2)
        emitResult(ofAny, try pushOwn(.number), left, right)
    }

    func intArithmetic(_ op: Op) throws(ScriptError) {
        try need(2)
        if let constant = intConstant(0), let short = Int16(exactly: constant),
            op == .addInt || op == .subtractInt && short != .min
        {
            let left = intRegister(1)
            current.stack.removeLast(2)
            let amount = op == .addInt ? Int(short) : -Int(short)
            return emitResult(.addIntImmediate, try pushOwn(.int), left, amount)
        }
        if let immediate = op.withImmediate, let constant = intConstant(0), let short = Int16(exactly: constant),
            short > 0
        {
            let left = intRegister(1)
            current.stack.removeLast(2)
            return emitResult(immediate, try pushOwn(.int), left, Int(short))
        }
        let left = intRegister(1)
        let right = intRegister(0)
        current.stack.removeLast(2)
        emitResult(op, try pushOwn(.int), left, right)
    }

    func bits(_ op: Op, _ immediate: Op?, to type: TypeRef = .int) throws(ScriptError) {
        try need(2)
        if let immediate, let constant = intConstant(0) {
            let isShift = immediate != .andImmediate
            if isShift || constant >= 0 && constant < 65_536 {
                let left = intRegister(1)
                current.stack.removeLast(2)
                return emitResult(immediate, try pushOwn(type), left, isShift ? Int(constant & 31) : Int(constant))
            }
        }
        let left = intRegister(1)
        let right = intRegister(0)
        current.stack.removeLast(2)
        emitResult(op, try pushOwn(type), left, right)
    }

    func increment(_ step: BytecodeStep, _ amount: Int) throws(ScriptError) {
        try need(1)
        if topType().kind == .int && isMadeInt(step) { return try incrementInt(amount) }
        let source = top()
        _ = try pop()
        emitResult(.incrementAny, try pushOwn(.number), source, amount)
    }

    func incrementInt(_ amount: Int) throws(ScriptError) {
        try need(1)
        let source = intRegister(0)
        _ = try pop()
        emitResult(.addIntImmediate, try pushOwn(.int), source, amount)
    }

    func incrementLocalInt(_ index: Int, _ amount: Int) throws(ScriptError) {
        try checkLocal(index)
        noteRead(index)
        willWrite(index)
        if current.locals[index].type.kind != .int { emit(.toInt, index, index) }
        emit(.addIntImmediate, index, index, amount)
        current.locals[index] = Known(type: .int)
    }

    func incrementLocal(_ index: Int, _ amount: Int) throws(ScriptError) {
        try checkLocal(index)
        noteRead(index)
        willWrite(index)
        emit(.incrementAny, index, index, amount)
        current.locals[index] = Known(type: .number)
    }
}
