import AVM

extension Lowering {
    func compare(_ ofInts: Op, _ ofNumbers: Op, _ ofAny: Op, swapped: Bool = false) throws(ScriptError) {
        try need(2)
        let a = topType(1)
        let b = topType(0)
        var left: Int
        var right: Int
        let op: Op
        if a.kind == .int && b.kind == .int {
            left = top(1)
            right = top(0)
            op = ofInts
        } else if a.isNumeric && b.isNumeric {
            left = numberRegister(1)
            right = numberRegister(0)
            op = ofNumbers
        } else {
            left = top(1)
            right = top(0)
            op = ofAny
        }
        if swapped { Swift.swap(&left, &right) }
        current.stack.removeLast(2)
        // The last bit: which operand is asked for its primitive first.
        emitResult(op, try pushOwn(.boolean), left, right)
    }

    enum Relation { case less, lessEqual, greater, greaterEqual, equal, strictEqual }

    func branch(_ step: BytecodeStep, _ relation: Relation, holds: Bool) throws(ScriptError) {
        try need(2)
        let a = topType(1)
        let b = topType(0)
        let target = step.first
        if a.kind == .int && b.kind == .int {
            if let constant = intConstant(0) {
                let left = top(1)
                try popBranch(2)
                let op: Op
                switch (relation, holds) {
                case (.less, true), (.greaterEqual, false): op = .jumpLessIntImmediate
                case (.less, false), (.greaterEqual, true): op = .jumpGreaterEqualIntImmediate
                case (.lessEqual, true), (.greater, false): op = .jumpLessEqualIntImmediate
                case (.lessEqual, false), (.greater, true): op = .jumpGreaterIntImmediate
                case (.equal, true), (.strictEqual, true): op = .jumpEqualIntImmediate
                case (.equal, false), (.strictEqual, false): op = .jumpNotEqualIntImmediate
                }
                emitJump(op, left, 0, low: constant, to: target)
            } else {
                let left = top(1)
                let right = top(0)
                try popBranch(2)
                switch (relation, holds) {
                case (.less, true), (.greaterEqual, false): emitJump(.jumpLessInt, left, right, to: target)
                case (.less, false), (.greaterEqual, true): emitJump(.jumpLessEqualInt, right, left, to: target)
                case (.lessEqual, true), (.greater, false): emitJump(.jumpLessEqualInt, left, right, to: target)
                case (.lessEqual, false), (.greater, true): emitJump(.jumpLessInt, right, left, to: target)
                case (.equal, true), (.strictEqual, true): emitJump(.jumpEqualInt, left, right, to: target)
                case (.equal, false), (.strictEqual, false): emitJump(.jumpNotEqualInt, left, right, to: target)
                }
            }
            return try flow(into: target)
        }
        let isNumeric = a.isNumeric && b.isNumeric
        var left = isNumeric ? numberRegister(1) : top(1)
        var right = isNumeric ? numberRegister(0) : top(0)
        if relation == .greater || relation == .greaterEqual { Swift.swap(&left, &right) }
        try popBranch(2)
        let op: Op
        switch relation {
        case .less, .greater: op = isNumeric ? .jumpLessNumber : .jumpLessAny
        case .lessEqual, .greaterEqual: op = isNumeric ? .jumpLessEqualNumber : .jumpLessEqualAny
        case .equal: op = isNumeric ? .jumpEqualNumber : .jumpEqualAny
        case .strictEqual: op = isNumeric ? .jumpEqualNumber : .jumpStrictEqualAny
        }
        emitJump(op, left, right, holds ? 0 : 1, to: target)
        try flow(into: target)
    }

    /// Pops the operands of a branch; what stays on the stack is brought into its registers, since blocks expect it
    /// there. The operands' registers are not among these.
    func popBranch(_ count: Int) throws(ScriptError) {
        current.stack.removeLast(count)
        settleStack()
    }

    func branchOnTruth(_ step: BytecodeStep) throws(ScriptError) {
        try need(1)
        let isBoolean = topType().kind == .boolean
        let source = top()
        let isTrue = step.op == .iftrue
        let isOwnResult: Bool
        if case .own = current.stack[depth - 1].place { isOwnResult = true } else { isOwnResult = false }
        let fused = isOwnResult ? fusedBranch(holds: isTrue) : nil
        try popBranch(1)
        if let fused {
            emitJump(fused.op, fused.left, fused.right, fused.flag, to: step.first)
        } else {
            let op: Op = isBoolean ? (isTrue ? .jumpIfTrue : .jumpIfFalse) : isTrue ? .jumpIfTrueAny : .jumpIfFalseAny
            emitJump(op, source, to: step.first)
        }
        try flow(into: step.first)
    }

    /// A comparison just emitted, taken back to be one with the branch on it. Only where nothing else needs settling.
    func fusedBranch(holds: Bool) -> (op: Op, left: Int, right: Int, flag: Int)? {
        guard isEmitting, lastResult >= 0, lastResult == code.count - 1,
            Int(code[lastResult].a) == stackRegister(depth - 1)
        else { return nil }
        for operand in current.stack.dropLast() {
            guard case .own = operand.place else { return nil }
        }
        let last = code[lastResult]
        let left = Int(last.b)
        let right = Int(last.c)
        let result: (op: Op, left: Int, right: Int, flag: Int)
        switch last.op {
        case .lessInt: result = holds ? (.jumpLessInt, left, right, 0) : (.jumpLessEqualInt, right, left, 0)
        case .lessEqualInt: result = holds ? (.jumpLessEqualInt, left, right, 0) : (.jumpLessInt, right, left, 0)
        case .equalInt: result = (holds ? .jumpEqualInt : .jumpNotEqualInt, left, right, 0)
        case .lessNumber: result = (.jumpLessNumber, left, right, holds ? 0 : 1)
        case .lessEqualNumber: result = (.jumpLessEqualNumber, left, right, holds ? 0 : 1)
        case .equalNumber: result = (.jumpEqualNumber, left, right, holds ? 0 : 1)
        case .lessAny: result = (.jumpLessAny, left, right, holds ? 0 : 1)
        case .lessEqualAny: result = (.jumpLessEqualAny, left, right, holds ? 0 : 1)
        case .equalAny: result = (.jumpEqualAny, left, right, holds ? 0 : 1)
        case .strictEqualAny: result = (.jumpStrictEqualAny, left, right, holds ? 0 : 1)
        default: return nil
        }
        code.removeLast()
        lastResult = -1
        return result
    }

    func lookupSwitch(_ step: BytecodeStep) throws(ScriptError) {
        try need(1)
        let source = intRegister(0)
        try popBranch(1)
        for target in step.targets { try flow(into: target) }
        hasEnded = true
        guard isEmitting else { return }
        let offsets = machine.arena.allocate(Int32.self, count: step.targets.count)
        let table = machine.arena.allocate(SwitchTable.self)
        table.initialize(to: SwitchTable(count: Int32(step.targets.count), offsets: offsets))
        emit(.lookupSwitch, source)
        emitWord(table)
        for (place, target) in step.targets.enumerated() {
            (offsets + place).initialize(to: 0)
            switchFixes.append((offsets, place, code.count, target))
        }
    }
}
