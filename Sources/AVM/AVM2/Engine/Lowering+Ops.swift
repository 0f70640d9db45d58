import AVM

extension Lowering {
    /// What one instruction does to the state, and (in the second walk) its register code.
    func transfer(_ step: BytecodeStep) throws(ScriptError) {
        switch step.op {
        case .debugline: if isEmitting { lines.append((Int32(code.count), Int32(truncatingIfNeeded: step.first))) }
        case .debugfile: if isEmitting && step.first > 0 { fileName = unit.file.text(step.first) }
        case .nop, .label, .debug, .bkpt, .bkptline, .timestamp: return
        // MARK: Constants and moves
        case .pushnull: try push(Operand(.null, .constant(.null)))
        case .pushundefined: try push(Operand(.any, .constant(.undefined)))
        case .pushtrue: try push(Operand(.boolean, .constant(.true)))
        case .pushfalse: try push(Operand(.boolean, .constant(.false)))
        case .pushnan: try push(Operand(.number, .constant(.nan)))
        case .pushbyte, .pushshort: try push(Operand(.int, .int(Int32(step.first))))
        case .pushstring:
            guard step.first > 0, let atom = unit.atom(step.first) else {
                throw poolError(step.first, unit.file.strings.count)
            }
            try push(Operand(.string, .constant(Value(atom.string)), isNotNull: true))
        case .pushint:
            guard step.first > 0, step.first < unit.file.ints.count else {
                throw poolError(step.first, unit.file.ints.count)
            }
            try push(Operand(.int, .int(unit.file.ints[step.first])))
        case .pushuint:
            guard step.first > 0, step.first < unit.file.uints.count else {
                throw poolError(step.first, unit.file.uints.count)
            }
            try push(Operand(.uint, .constant(Value(Int(unit.file.uints[step.first])))))
        case .pushdouble:
            guard step.first > 0, step.first < unit.file.doubles.count else {
                throw poolError(step.first, unit.file.doubles.count)
            }
            try push(Operand(.number, .constant(Value(double: unit.file.doubles[step.first]))))
        case .pushnamespace:
            guard let id = unit.namespace(step.first), step.first > 0 else {
                throw poolError(step.first, unit.file.namespaces.count)
            }
            try push(Operand(.namespace, .constant(machine.namespaces.value(id)), isNotNull: true))
        case .pop: _ = try pop()
        case .dup:
            try need(1)
            let operand = current.stack[depth - 1]
            if case .own = operand.place {
                let source = stackRegister(depth - 1)
                let target = try pushOwn(operand.type, isNotNull: operand.known.isNotNull)
                emit(.move, target, source)
            } else {
                try push(operand)
            }
        case .swap: try swap()
        case .getlocal: try getLocal(step.first)
        case .getlocal0: try getLocal(0)
        case .getlocal1: try getLocal(1)
        case .getlocal2: try getLocal(2)
        case .getlocal3: try getLocal(3)
        case .setlocal: try setLocal(step.first)
        case .setlocal0: try setLocal(0)
        case .setlocal1: try setLocal(1)
        case .setlocal2: try setLocal(2)
        case .setlocal3: try setLocal(3)
        case .kill:
            try checkLocal(step.first)
            willWrite(step.first)
            emit(.loadValue, step.first)
            emitWord(Value.undefined.bits)
            current.locals[step.first] = Known(type: .any)
        // MARK: Arithmetic
        case .add: try add(step)
        case .addI: try intArithmetic(.addInt)
        case .subtractI: try intArithmetic(.subtractInt)
        case .multiplyI: try intArithmetic(.multiplyInt)
        case .subtract: try arithmetic(step, .subtractInt, .subtractIntToNumber, .subtractNumber, .subtractAny)
        case .multiply: try arithmetic(step, nil, .multiplyIntToNumber, .multiplyNumber, .multiplyAny)
        case .divide: try arithmetic(step, nil, nil, .divideNumber, .divideAny)
        case .modulo: try arithmetic(step, .moduloInt, .moduloIntToNumber, .moduloNumber, .moduloAny)
        case .lshift: try bits(.shiftLeft, .shiftLeftImmediate)
        case .rshift: try bits(.shiftRight, .shiftRightImmediate)
        case .urshift: try bits(.shiftRightUnsigned, .shiftRightUnsignedImmediate, to: .uint)
        case .bitand: try bits(.andInt, .andImmediate)
        case .bitor: try bits(.orInt, nil)
        case .bitxor: try bits(.xorInt, nil)
        case .bitnot:
            try need(1)
            let source = intRegister(0)
            _ = try pop()
            emitResult(.notInt, try pushOwn(.int), source)
        case .negate:
            try need(1)
            if case .constant(let value) = current.stack[depth - 1].place, value.isDouble {
                _ = try pop()
                return try push(Operand(.number, .constant(Value(double: -value.unsafeDouble))))
            }
            let source = numberRegister(0)
            _ = try pop()
            emitResult(.negateNumber, try pushOwn(.number), source)
        case .negateI:
            try need(1)
            let source = intRegister(0)
            _ = try pop()
            emitResult(.negateInt, try pushOwn(.int), source)
        case .increment: try increment(step, 1)
        case .decrement: try increment(step, -1)
        case .incrementI: try incrementInt(1)
        case .decrementI: try incrementInt(-1)
        case .inclocalI: try incrementLocalInt(step.first, 1)
        case .declocalI: try incrementLocalInt(step.first, -1)
        case .inclocal: try incrementLocal(step.first, 1)
        case .declocal: try incrementLocal(step.first, -1)
        // MARK: Comparisons
        case .equals: try compare(.equalInt, .equalNumber, .equalAny)
        case .strictequals: try compare(.equalInt, .equalNumber, .strictEqualAny)
        case .lessthan: try compare(.lessInt, .lessNumber, .lessAny)
        case .lessequals: try compare(.lessEqualInt, .lessEqualNumber, .lessEqualAny)
        case .greaterthan: try compare(.lessInt, .lessNumber, .lessAny, swapped: true)
        case .greaterequals: try compare(.lessEqualInt, .lessEqualNumber, .lessEqualAny, swapped: true)
        case .not:
            try need(1)
            try convertTop(topType().kind == .boolean ? .not : .notAny, to: .boolean)
        case .instanceof: try binary(.instanceOf, to: .boolean)
        case .in: try binary(.inOperator, to: .boolean)
        case .typeof: try convertAfterCheck(.typeOf, to: .string)
        // MARK: Branches
        case .jump:
            settleStack()
            try flow(into: step.first)
            emitJump(.jump, 0, to: step.first)
            hasEnded = true
        case .iftrue, .iffalse: try branchOnTruth(step)
        case .iflt: try branch(step, .less, holds: true)
        case .ifnlt: try branch(step, .less, holds: false)
        case .ifle: try branch(step, .lessEqual, holds: true)
        case .ifnle: try branch(step, .lessEqual, holds: false)
        case .ifgt: try branch(step, .greater, holds: true)
        case .ifngt: try branch(step, .greater, holds: false)
        case .ifge: try branch(step, .greaterEqual, holds: true)
        case .ifnge: try branch(step, .greaterEqual, holds: false)
        case .ifeq: try branch(step, .equal, holds: true)
        case .ifne: try branch(step, .equal, holds: false)
        case .ifstricteq: try branch(step, .strictEqual, holds: true)
        case .ifstrictne: try branch(step, .strictEqual, holds: false)
        case .lookupswitch: try lookupSwitch(step)
        // MARK: Conversions
        case .convertI: try coerceTop(to: .int)
        case .coerceI: try coerceTop(to: .int)
        case .convertU, .coerceU: try coerceTop(to: .uint)
        case .convertD, .coerceD: try coerceTop(to: .number)
        case .convertB, .coerceB: try coerceTop(to: .boolean)
        case .coerceA: try need(1)
        case .coerceS: try coerceTop(to: .string)
        case .convertS:
            try need(1)
            if topType().kind == .string && topKnown().isNotNull { return }
            try convertTop(.convertString, to: .string, isNotNull: true)
        case .coerceO: try coerceTop(to: .object)
        case .convertO:
            try need(1)
            if topKnown().isNotNull { return }
            let known = topKnown()
            try convertTop(.checkNull, to: known.type, isNotNull: true)
        case .coerce:
            try coerceTop(to: try type(step.first))
        case .astype:
            try need(1)
            try typeTest(.asClass, try type(step.first))
        case .istype:
            try need(1)
            try typeTest(.isClass, try type(step.first))
        case .astypelate: try binary(.asLate, to: .any)
        case .istypelate: try binary(.isLate, to: .boolean)
        case .escXelem: try convertAfterCheck(.escapeElement, to: .string)
        case .escXattr: try convertAfterCheck(.escapeAttribute, to: .string)
        case .checkfilter:
            try need(1)
            let known = topKnown()
            try convertTop(.checkFilter, to: known.type)
        // MARK: Scopes
        case .pushscope, .pushwith: try pushScope(isWith: step.op == .pushwith)
        case .popscope:
            guard current.scopes.popLast() != nil else { throw error(1018) }
        case .getscopeobject:
            guard step.first < current.scopes.count else { throw error(1019, String(step.first)) }
            let scope = current.scopes[step.first]
            try push(Operand(scope.known, .register(firstScope + step.first)))
        case .getglobalscope: try pushGlobalScope()
        case .getouterscope:
            guard step.first < outer.count else { throw error(1019, String(step.first)) }
            try pushOuter(step.first)
        case .getglobalslot:
            try pushGlobalScope()
            try getSlot(step.first)
        case .setglobalslot:
            try need(1)
            try pushGlobalScope()
            try swap()
            try setSlot(step.first)
        case .getslot: try getSlot(step.first)
        case .setslot: try setSlot(step.first)
        // MARK: Properties
        case .findpropstrict, .findproperty, .findpropglobal, .findpropglobalstrict:
            try findProperty(
                try multiname(step.first), isStrict: step.op == .findpropstrict || step.op == .findpropglobalstrict)
        case .finddef: try findDefinition(try multiname(step.first))
        case .getlex:
            let name = try multiname(step.first)
            guard !name.pointee.isLate else { throw error(1078) }
            try findProperty(name, isStrict: true)
            try getProperty(name)
        case .getproperty: try getProperty(try multiname(step.first))
        case .setproperty: try setProperty(try multiname(step.first), isInitializing: false)
        case .initproperty: try setProperty(try multiname(step.first), isInitializing: true)
        case .deleteproperty: try deleteProperty(try multiname(step.first))
        case .getdescendants: try getDescendants(try multiname(step.first))
        case .getsuper: try getSuper(try multiname(step.first))
        case .setsuper: try setSuper(try multiname(step.first))
        // MARK: Calls
        case .call:
            try need(step.first + 2)
            settle(top: step.first + 2)
            current.stack.removeLast(step.first + 2)
            let target = try pushOwn(.any)
            emitResult(.callValue, target, target, step.first)
        case .construct:
            try need(step.first + 1)
            let known = topKnown(step.first)
            settle(top: step.first + 1)
            current.stack.removeLast(step.first + 1)
            try emitConstruct(of: known, count: step.first)
        case .callproperty: try callProperty(try multiname(step.first), step.second, isLex: false, isVoid: false)
        case .callproplex: try callProperty(try multiname(step.first), step.second, isLex: true, isVoid: false)
        case .callpropvoid: try callProperty(try multiname(step.first), step.second, isLex: false, isVoid: true)
        case .constructprop: try constructProperty(try multiname(step.first), step.second)
        case .callsuper: try callSuper(try multiname(step.first), step.second, isVoid: false)
        case .callsupervoid: try callSuper(try multiname(step.first), step.second, isVoid: true)
        case .constructsuper: try constructSuper(step.first)
        case .callmethod, .callstatic: try callStatic(step)
        // MARK: Making
        case .newobject:
            try need(step.first * 2)
            settle(top: step.first * 2)
            current.stack.removeLast(step.first * 2)
            let first = stackRegister(depth)
            emitResult(.newObject, try pushOwn(.object, isNotNull: true), first, step.first)
        case .newarray:
            try need(step.first)
            settle(top: step.first)
            current.stack.removeLast(step.first)
            let first = stackRegister(depth)
            emitResult(.newArray, try pushOwn(.instance(machine.types.array), isNotNull: true), first, step.first)
        case .newactivation: try newActivation()
        case .newfunction: try newFunction(step.first)
        case .newclass: try newClass(step.first)
        case .newcatch: try newCatch(step.first)
        case .applytype:
            try need(step.first + 1)
            settle(top: step.first + 1)
            current.stack.removeLast(step.first + 1)
            let target = try pushOwn(.any)
            emitResult(.applyType, target, target, step.first)
        // MARK: Enumeration
        case .hasnext: try binary(.hasNext, to: .int)
        case .nextname: try binary(.nextName, to: .any)
        case .nextvalue: try binary(.nextValue, to: .any)
        case .hasnext2:
            try checkLocal(step.first)
            try checkLocal(step.second)
            noteRead(step.first)
            noteRead(step.second)
            guard current.locals[step.second].type.kind == .int else { throw error(1064) }
            willWrite(step.first)
            willWrite(step.second)
            current.locals[step.first] = Known(type: .any)
            emitResult(.hasNext2, try pushOwn(.boolean), step.first, step.second)
        // MARK: Memory
        case .li8: try load(.load8, .int)
        case .li16: try load(.load16, .int)
        case .li32: try load(.load32, .int)
        case .lf32: try load(.loadFloat, .number)
        case .lf64: try load(.loadDouble, .number)
        case .si8: try store(.store8)
        case .si16: try store(.store16)
        case .si32: try store(.store32)
        case .sf32: try store(.storeFloat)
        case .sf64: try store(.storeDouble)
        case .sxi1: try extend(.signExtend1)
        case .sxi8: try extend(.signExtend8)
        case .sxi16: try extend(.signExtend16)
        // MARK: XML
        case .dxns:
            try checkSetsNamespace()
            guard let atom = unit.atom(step.first) else { throw poolError(step.first, unit.file.strings.count) }
            emit(.setDefaultNamespace)
            emitWord(Value(atom.string).bits)
        case .dxnslate:
            try checkSetsNamespace()
            try need(1)
            let source = top()
            _ = try pop()
            emit(.setDefaultNamespaceLate, source)
        // MARK: Ends
        case .returnvoid:
            let type = method.pointee.returnType
            if type.kind == .any || type.kind == .void || body.maxStack == 0 {
                emit(.returnVoid)
            } else {
                // Quirk: what returns nothing where a type is declared returns undefined as that type.
                while depth > 0 { _ = try pop() }
                try push(Operand(.any, .constant(.undefined)))
                try coerceTop(to: type)
                let source = top()
                _ = try pop()
                emit(.returnValue, source)
            }
            hasEnded = true
        case .returnvalue:
            let type = method.pointee.returnType
            if type.kind != .void { try coerceTop(to: type) } else { try need(1) }
            let source = top()
            _ = try pop()
            emit(type.kind == .void ? .returnVoid : .returnValue, source)
            hasEnded = true
        case .throw:
            try need(1)
            let source = top()
            _ = try pop()
            emit(.throwValue, source)
            hasEnded = true
        case .lf32x, .lf64x: throw error(1011, method.details.traceName, String(step.op.rawValue), String(step.offset))
        }
    }

    // MARK: Pools

    /// A method says beforehand that it sets the default namespace of XML.
    private func checkSetsNamespace() throws(ScriptError) {
        guard record.flags.contains(.setDXNS) else { throw error(1015, method.details.traceName) }
    }

    func poolError(_ index: Int, _ count: Int) -> ScriptError { error(1032, String(index), String(count)) }

    func multiname(_ index: Int) throws(ScriptError) -> MultinameRef {
        guard index > 0, let name = unit.multiname(index) else {
            throw poolError(index, unit.file.multinames.count)
        }
        return name
    }

    func type(_ index: Int) throws(ScriptError) -> TypeRef {
        if index == 0 { return .any }
        return try machine.type(try multiname(index), in: unit.domain)
    }

    // MARK: Locals

    func checkLocal(_ index: Int) throws(ScriptError) {
        guard index >= 0, index < localCount else { throw error(1025, String(index)) }
    }

    private func noteRead(_ index: Int) { if !current.locals[index].isSet { readsUnset = true } }

    private func getLocal(_ index: Int) throws(ScriptError) {
        try checkLocal(index)
        noteRead(index)
        try push(Operand(current.locals[index], .register(index)))
    }

    private func setLocal(_ index: Int) throws(ScriptError) {
        try checkLocal(index)
        try need(1)
        let known = topKnown()
        try store(into: index)
        current.locals[index] = known
    }

    private func swap() throws(ScriptError) {
        try need(2)
        let high = depth - 1
        func isOwn(_ operand: Operand) -> Bool {
            if case .own = operand.place { return true }
            return false
        }
        let isHighOwn = isOwn(current.stack[high])
        let isLowOwn = isOwn(current.stack[high - 1])
        let highRegister = stackRegister(high)
        let lowRegister = stackRegister(high - 1)
        if isHighOwn && isLowOwn {
            emit(.move, scratch, highRegister)
            emit(.move, highRegister, lowRegister)
            emit(.move, lowRegister, scratch)
        } else if isHighOwn {
            emit(.move, lowRegister, highRegister)
        } else if isLowOwn {
            emit(.move, highRegister, lowRegister)
        }
        current.stack.swapAt(high, high - 1)
    }

    // MARK: Arithmetic

    /// Whether the next instruction makes an int of what this one leaves.
    private func isMadeInt(_ step: BytecodeStep) -> Bool {
        guard step.next < reader.bytes.count, !isLeader[step.next] else { return false }
        let next = ABCOp(rawValue: reader.bytes[step.next])
        return next == .convertI || next == .coerceI
    }

    private func add(_ step: BytecodeStep) throws(ScriptError) {
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

    private func arithmetic(
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

    private func intArithmetic(_ op: Op) throws(ScriptError) {
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

    private func bits(_ op: Op, _ immediate: Op?, to type: TypeRef = .int) throws(ScriptError) {
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

    private func increment(_ step: BytecodeStep, _ amount: Int) throws(ScriptError) {
        try need(1)
        if topType().kind == .int && isMadeInt(step) { return try incrementInt(amount) }
        let source = top()
        _ = try pop()
        emitResult(.incrementAny, try pushOwn(.number), source, amount)
    }

    private func incrementInt(_ amount: Int) throws(ScriptError) {
        try need(1)
        let source = intRegister(0)
        _ = try pop()
        emitResult(.addIntImmediate, try pushOwn(.int), source, amount)
    }

    private func incrementLocalInt(_ index: Int, _ amount: Int) throws(ScriptError) {
        try checkLocal(index)
        noteRead(index)
        willWrite(index)
        if current.locals[index].type.kind != .int { emit(.toInt, index, index) }
        emit(.addIntImmediate, index, index, amount)
        current.locals[index] = Known(type: .int)
    }

    private func incrementLocal(_ index: Int, _ amount: Int) throws(ScriptError) {
        try checkLocal(index)
        noteRead(index)
        willWrite(index)
        emit(.incrementAny, index, index, amount)
        current.locals[index] = Known(type: .number)
    }

    // MARK: Comparisons and branches

    private func compare(_ ofInts: Op, _ ofNumbers: Op, _ ofAny: Op, swapped: Bool = false) throws(ScriptError) {
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

    private func branch(_ step: BytecodeStep, _ relation: Relation, holds: Bool) throws(ScriptError) {
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
    private func popBranch(_ count: Int) throws(ScriptError) {
        current.stack.removeLast(count)
        settleStack()
    }

    private func branchOnTruth(_ step: BytecodeStep) throws(ScriptError) {
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
    private func fusedBranch(holds: Bool) -> (op: Op, left: Int, right: Int, flag: Int)? {
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

    private func lookupSwitch(_ step: BytecodeStep) throws(ScriptError) {
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

    // MARK: Types

    private func typeTest(_ op: Op, _ type: TypeRef) throws(ScriptError) {
        guard let target = machine.baseTraits(of: type) else {
            // `is *` holds for everything; `as *` changes nothing.
            guard op == .isClass else { return }
            _ = try pop()
            return try push(Operand(.boolean, .constant(.true)))
        }
        let source = top()
        _ = try pop()
        let result: TypeRef
        switch type.kind {
        case .int, .uint, .number, .boolean: result = .any
        default: result = type
        }
        let register = try pushOwn(op == .isClass ? .boolean : result)
        emitResult(op, register, source, 0, word: word(target))
    }

    private func convertAfterCheck(_ op: Op, to type: TypeRef) throws(ScriptError) {
        try need(1)
        try convertTop(op, to: type, isNotNull: true)
    }

    func binary(_ op: Op, to type: TypeRef) throws(ScriptError) {
        try need(2)
        let left = top(1)
        let right = top(0)
        current.stack.removeLast(2)
        emitResult(op, try pushOwn(type), left, right)
    }

    // MARK: Memory

    private func load(_ op: Op, _ type: TypeRef) throws(ScriptError) {
        try need(1)
        let source = intRegister(0)
        _ = try pop()
        emitResult(op, try pushOwn(type), source)
    }

    private func store(_ op: Op) throws(ScriptError) {
        try need(2)
        let address = intRegister(0)
        let isFloat = op == .storeFloat || op == .storeDouble
        let value = isFloat ? numberRegister(1) : intRegister(1)
        current.stack.removeLast(2)
        emit(op, value, address)
    }

    private func extend(_ op: Op) throws(ScriptError) {
        try need(1)
        let source = intRegister(0)
        _ = try pop()
        emitResult(op, try pushOwn(.int), source)
    }
}
