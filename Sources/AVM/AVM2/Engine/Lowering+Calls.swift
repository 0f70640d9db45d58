import AVM

extension Lowering {
    // MARK: Super

    /// The class whose method this is. Throws #1035 in functions that are none's.
    func superOwner() throws(ScriptError) -> TraitsRef {
        guard let owner = method.details.owner, let base = owner.base else {
            throw error(1035, method.details.traceName)
        }
        if !base.pointee.flags.contains(.linked) { try machine.link(base) }
        return owner
    }

    func superWord(_ name: MultinameRef, _ owner: TraitsRef) -> UInt64 {
        guard isEmitting else { return 0 }
        let place = site(name)
        place.pointee.owner = owner
        return word(place)
    }

    func getSuper(_ name: MultinameRef) throws(ScriptError) {
        let owner = try superOwner()
        let late = lateCount(name)
        try need(late + 1)
        settle(top: late + 1)
        current.stack.removeLast(late + 1)
        let register = try pushOwn(.any)
        emitResult(late == 0 ? .getSuper : .getSuperLate, register, register, 0, word: superWord(name, owner))
    }

    func setSuper(_ name: MultinameRef) throws(ScriptError) {
        let owner = try superOwner()
        let late = lateCount(name)
        try need(late + 2)
        settle(top: late + 2)
        current.stack.removeLast(late + 2)
        let object = stackRegister(depth)
        emit(late == 0 ? .setSuper : .setSuperLate, object, object + late + 1)
        emitWord(superWord(name, owner))
    }

    func callSuper(_ name: MultinameRef, _ count: Int, isVoid: Bool) throws(ScriptError) {
        let owner = try superOwner()
        let late = lateCount(name)
        try need(count + late + 1)
        settle(top: count + late + 1)
        current.stack.removeLast(count + late + 1)
        let target = stackRegister(depth)
        if !isVoid { try pushOwn(.any) }
        emitResult(late == 0 ? .callSuper : .callSuperLate, target, target, count, word: superWord(name, owner))
        if isVoid { lastResult = -1 }
    }

    func constructSuper(_ count: Int) throws(ScriptError) {
        try need(count + 1)
        guard let owner = method.details.owner else { throw error(1035, method.details.traceName) }
        settle(top: count + 1)
        current.stack.removeLast(count + 1)
        emit(.constructSuper, 0, stackRegister(depth), count)
        emitWord(owner)
    }

    // MARK: Calls

    func callProperty(_ name: MultinameRef, _ count: Int, isLex: Bool, isVoid: Bool) throws(ScriptError) {
        let late = lateCount(name)
        try need(count + late + 1)
        let receiver = depth - 1 - count - late
        if late == 0, try callKnown(name, count, receiver, isVoid: isVoid) { return }
        settle(top: count + late + 1)
        current.stack.removeLast(count + late + 1)
        let target = stackRegister(depth)
        if !isVoid { try pushOwn(.any) }
        let op: Op =
            late == 0
            ? (isLex ? .callPropertyLex : .callProperty) : isLex ? .callPropertyLexLate : .callPropertyLate
        emitResult(op, target, target, count, word: siteWord(name))
        if isVoid { lastResult = -1 }
    }

    /// A call whose method is known here, or a conversion written as a call. False: it is neither.
    func callKnown(
        _ name: MultinameRef, _ count: Int, _ receiver: Int, isVoid: Bool
    ) throws(ScriptError) -> Bool {
        let operand = current.stack[receiver]
        if case .native(_, let definition) = operand.place {
            if case .nativeClass(let traits) = definition, count == 1,
                let type = conversion(traits)
            {
                // int(x)
                try coerceTopAsCall(to: type)
                let value = try pop()
                _ = try pop()
                if isVoid { return true }
                // The value moves down to the receiver's place.
                switch value.place {
                case .own:
                    let target = try pushOwn(value.type, isNotNull: value.known.isNotNull)
                    emit(.move, target, target + 1)
                default: try push(value)
                }
                return true
            }
            settle(top: count)
            current.stack.removeLast(count + 1)
            let target = stackRegister(depth)
            // The function goes to the receiver's place, and is called from there.
            emit(.getDefinition, target)
            emitWord(siteWord(name))
            if !isVoid { try pushOwn(.any) }
            emitResult(.callInPlace, target, target, count)
            if isVoid { lastResult = -1 }
            return true
        }
        guard let traits = try traits(of: operand.known), !traits.pointee.flags.contains(.interface),
            let binding = binding(name, in: traits), binding.kind == .method,
            let target = traits.details.methods[Int(binding.index)]
        else { return false }
        try machine.resolve(target)
        let areTyped = fit(count, target)
        settle(top: count + 1)
        current.stack.removeLast(count + 1)
        let register = stackRegister(depth)
        if !isVoid { try pushOwn(trusted(target, traits)) }
        if operand.type.kind == .instance {
            let word = UInt64(UInt32(binding.index)) | (areTyped ? Instruction.typedArguments : 0)
            emitResult(.callMethod, register, register, count, word: word)
        } else {
            // Values that are no objects: their methods are native and final.
            if operand.type.kind == .string || operand.type.kind == .namespace { emit(.checkNull, register, register) }
            guard isEmitting else { return true }
            _ = try machine.classObject(traits)
            guard let environment = try machine.environment(Int(binding.index), of: traits) else { throw error(1027) }
            emitResult(.callEnvironment, register, register, count, word: word(environment))
        }
        if isVoid { lastResult = -1 }
        return true
    }

    func conversion(_ traits: TraitsRef) -> TypeRef? {
        switch traits {
        case machine.types.int: .int
        case machine.types.uint: .uint
        case machine.types.number: .number
        case machine.types.boolean: .boolean
        case machine.types.string: .string
        default: nil
        }
    }

    /// `String(null)` is "null", unlike a coercion.
    func coerceTopAsCall(to type: TypeRef) throws(ScriptError) {
        if type.kind == .string {
            if topType().kind == .string && topKnown().isNotNull { return }
            return try convertTop(.convertString, to: .string, isNotNull: true)
        }
        try coerceTop(to: type)
    }

    func callStatic(_ step: BytecodeStep) throws(ScriptError) {
        // Compilers do not write these: the receiver is dispatched by number without a check of its class.
        throw error(
            step.op == .callmethod ? 1051 : 1011, method.details.traceName, String(step.op.rawValue),
            String(step.offset))
    }

    func constructProperty(_ name: MultinameRef, _ count: Int) throws(ScriptError) {
        let late = lateCount(name)
        try need(count + late + 1)
        let receiver = depth - 1 - count - late
        let operand = current.stack[receiver]
        if late == 0 {
            if case .native(_, let definition) = operand.place {
                settle(top: count)
                current.stack.removeLast(count + 1)
                emit(.getDefinition, stackRegister(depth))
                emitWord(siteWord(name))
                var known = Known(type: .any)
                if case .nativeClass(let traits) = definition {
                    known = Known(type: .instance(traits.details.classSide.unsafelyUnwrapped))
                }
                return try emitConstruct(of: known, count: count)
            }
            if let traits = try traits(of: operand.known), let binding = binding(name, in: traits), binding.isSlot {
                let info = traits.details.slots[Int(binding.index)]
                let areTyped = try fitConstructor(info.type, count)
                settle(top: count)
                let source = register(receiver)
                current.stack.removeLast(count + 1)
                emit(
                    operand.known.isNotNull ? .getSlotUnchecked : .getSlot, stackRegister(depth), source,
                    Int(binding.index))
                return try emitConstruct(of: Known(type: info.type), count: count, areTyped: areTyped)
            }
        }
        settle(top: count + late + 1)
        current.stack.removeLast(count + late + 1)
        let target = try pushOwn(.any)
        emitResult(
            late == 0 ? .constructProperty : .constructPropertyLate, target, target, count, word: siteWord(name))
    }

    /// ``fit(_:_:)`` for the constructor of a class, given the type of the class object.
    func fitConstructor(_ type: TypeRef, _ count: Int) throws(ScriptError) -> Bool {
        guard type.kind == .instance, let side = type.traits, side.pointee.flags.contains(.classSide),
            let made = side.details.instanceSide, let initializer = made.details.initializer
        else { return false }
        try machine.resolve(initializer)
        return fit(count, initializer)
    }

    /// `new` of the class in the register on top of the stack's end, its arguments behind it.
    func emitConstruct(of known: Known, count: Int, areTyped: Bool = false) throws(ScriptError) {
        var result = TypeRef.any
        var isNotNull = false
        if known.type.kind == .instance, let side = known.type.traits, side.pointee.flags.contains(.classSide),
            let made = side.details.instanceSide
        {
            try machine.link(made)
            if made.details.construct == nil {
                result = machine.type(of: made)
                isNotNull = true
            }
        }
        let target = try pushOwn(result, isNotNull: isNotNull)
        emitResult(areTyped ? .constructTyped : .constructValue, target, target, count)
    }
}
