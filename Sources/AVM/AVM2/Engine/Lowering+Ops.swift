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

    func noteRead(_ index: Int) { if !current.locals[index].isSet { readsUnset = true } }

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
