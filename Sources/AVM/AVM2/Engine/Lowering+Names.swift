import AVM

/// Scopes, properties, calls.
extension Lowering {
    // MARK: Scopes

    func pushScope(isWith: Bool) throws(ScriptError) {
        try need(1)
        let register = firstScope + current.scopes.count
        guard register < scratch else { throw error(1017) }
        var known = topKnown()
        if !known.isNotNull {
            // A scope cannot be null.
            try convertTop(.checkNull, to: known.type)
        }
        known.isNotNull = true
        try store(into: register)
        current.scopes.append(Scope(known: known, isWith: isWith))
    }

    func pushGlobalScope() throws(ScriptError) {
        if !outer.isEmpty { return try pushOuter(0) }
        guard let scope = current.scopes.first else { throw error(1019, "0") }
        try push(Operand(scope.known, .register(firstScope)))
    }

    func pushOuter(_ index: Int) throws(ScriptError) {
        let known = Known(type: outer[index].type, isNotNull: true)
        if let scope = UInt16(exactly: index) { return try push(Operand(known, .outer(scope))) }
        let register = try pushOwn(known.type, isNotNull: true)
        emit(.loadOuter, register, wide: Int32(index))
    }

    /// The scopes here, as a function made here sees them.
    private var capturedScopes: [ScopeType] {
        outer + current.scopes.map { ScopeType(type: $0.known.type, isWith: $0.isWith) }
    }

    // MARK: Slots by number

    func getSlot(_ number: Int) throws(ScriptError) {
        try need(1)
        let known = topKnown()
        let slot = number - 1
        guard let traits = try traits(of: known), slot >= 0, slot < Int(traits.pointee.slotCount) else {
            let isKnown = try traits(of: known) != nil
            if number < 1 || isKnown { throw error(1026, String(number), "", "") }
            let source = top()
            _ = try pop()
            return emitResult(.getSlotByNumber, try pushOwn(.any), source, slot)
        }
        try emitGetSlot(slot, traits)
    }

    /// Replaces the top entry by what a slot of it holds.
    private func emitGetSlot(_ slot: Int, _ traits: TraitsRef) throws(ScriptError) {
        let known = topKnown()
        let type = traits.details.slots[slot].type
        if case .outer(let scope) = current.stack[depth - 1].place {
            _ = try pop()
            return emitResult(.getOuterSlot, try pushOwn(type), Int(scope), slot)
        }
        let source = top()
        _ = try pop()
        emitResult(
            known.isNotNull ? .getSlotUnchecked : .getSlot, try pushOwn(type), source, slot)
    }

    func setSlot(_ number: Int) throws(ScriptError) {
        try need(2)
        let known = topKnown(1)
        let slot = number - 1
        guard let traits = try traits(of: known), slot >= 0, slot < Int(traits.pointee.slotCount) else {
            let isKnown = try traits(of: known) != nil
            if number < 1 || isKnown { throw error(1026, String(number), "", "") }
            let object = top(1)
            let value = top(0)
            current.stack.removeLast(2)
            return emit(.setSlotByNumber, object, value, slot)
        }
        try emitSetSlot(slot, traits)
    }

    /// Stores the top entry in a slot of the object below it, and pops both.
    private func emitSetSlot(_ slot: Int, _ traits: TraitsRef) throws(ScriptError) {
        try coerceTop(to: traits.details.slots[slot].type)
        if case .outer(let scope) = current.stack[depth - 2].place {
            let value = top(0)
            current.stack.removeLast(2)
            return emit(.setOuterSlot, value, Int(scope), slot)
        }
        let object = top(1)
        let value = top(0)
        let isNotNull = topKnown(1).isNotNull
        current.stack.removeLast(2)
        emit(isNotNull ? .setSlotUnchecked : .setSlot, object, value, slot)
    }

    // MARK: Finding

    /// The binding of a name, where it has only one meaning in the traits. `*::name` has none that is known here.
    private func binding(_ name: MultinameRef, in traits: TraitsRef) -> Binding? {
        guard let atom = name.pointee.name, !name.pointee.isLate,
            name.pointee.flags.isDisjoint(with: [.attribute, .anyNamespace])
        else { return nil }
        return traits.pointee.bindings.find(atom, name.pointee.namespaceList)?.0
    }

    func findProperty(_ name: MultinameRef, isStrict: Bool) throws(ScriptError) {
        if name.pointee.isLate || name.pointee.name == nil
            || !name.pointee.flags.isDisjoint(with: [.attribute, .anyNamespace, .generic])
        {
            return try emitFindProperty(name, isStrict: isStrict)
        }
        // A `with` scope can gain the name at any time.
        for (index, scope) in current.scopes.enumerated().reversed() {
            if scope.isWith { return try emitFindProperty(name, isStrict: isStrict) }
            if let traits = try traits(of: scope.known), binding(name, in: traits) != nil {
                return try push(Operand(scope.known, .register(firstScope + index)))
            }
        }
        for (index, scope) in outer.enumerated().reversed() {
            if scope.isWith { return try emitFindProperty(name, isStrict: isStrict) }
            if let traits = try traits(of: Known(type: scope.type)), binding(name, in: traits) != nil {
                return try pushOuter(index)
            }
        }
        if try pushDefinition(name) { return }
        try emitFindProperty(name, isStrict: isStrict)
    }

    func findDefinition(_ name: MultinameRef) throws(ScriptError) {
        guard !name.pointee.isLate else { throw error(1078) }
        if try pushDefinition(name) { return }
        try emitFindProperty(name, isStrict: true)
    }

    /// Pushes the object that holds a definition of the domain. False: there is none.
    private func pushDefinition(_ name: MultinameRef) throws(ScriptError) -> Bool {
        guard let atom = name.pointee.name,
            let (definition, namespace) = unit.domain.definition(atom, name.pointee.namespaceList)
        else { return false }
        guard case .script(let script) = definition else {
            try push(Operand(Known(type: .any, isNotNull: true), .native(QName(namespace, atom), definition)))
            return true
        }
        try machine.link(script.traits)
        let register = try pushOwn(.instance(script.traits), isNotNull: true)
        emitResult(.getScriptGlobal, register, 0, 0, word: siteWord(name))
        return true
    }

    private func emitFindProperty(_ name: MultinameRef, isStrict: Bool) throws(ScriptError) {
        let late = lateCount(name)
        try need(late)
        settle(top: late)
        current.stack.removeLast(late)
        let register = try pushOwn(.any, isNotNull: true)
        guard isEmitting else { return }
        let place = site(name)
        place.pointee.firstScope = Int32(firstScope)
        place.pointee.scopeCount = Int32(current.scopes.count)
        for (index, scope) in current.scopes.enumerated() where scope.isWith && index < 64 {
            place.pointee.withMask |= 1 << UInt64(index)
        }
        for (index, scope) in outer.enumerated() where scope.isWith && index < 64 {
            place.pointee.outerWithMask |= 1 << UInt64(index)
        }
        emitResult(
            late == 0 ? .findProperty : .findPropertyLate, register, isStrict ? 1 : 0, register, word: word(place))
    }

    /// How many parts of the name are on the stack.
    private func lateCount(_ name: MultinameRef) -> Int {
        (name.pointee.flags.contains(.lateNamespace) ? 1 : 0) + (name.pointee.flags.contains(.lateName) ? 1 : 0)
    }

    // MARK: Getting and setting

    /// Only the name is late, and it may be an index.
    private func isIndexed(_ name: MultinameRef) -> Bool {
        name.pointee.flags.contains(.lateName)
            && name.pointee.flags.isDisjoint(with: [.lateNamespace, .attribute])
            && name.pointee.flags.contains(.hasPublic)
    }

    /// The type of what an index gives: a Vector's elements.
    private func elementType(_ known: Known, index: Known) throws(ScriptError) -> TypeRef {
        guard index.type.isNumeric, let element = try traits(of: known)?.details.elementType else { return .any }
        return element
    }

    func getProperty(_ name: MultinameRef) throws(ScriptError) {
        if name.pointee.isLate {
            let late = lateCount(name)
            try need(late + 1)
            if isIndexed(name) {
                let type = try elementType(topKnown(1), index: topKnown(0))
                let op: Op = type.kind != .any && topKnown(0).type.kind == .int ? .getVector : .getIndex
                let object = top(1)
                let key = top(0)
                current.stack.removeLast(2)
                return emitResult(op, try pushOwn(type), object, key, word: siteWord(name))
            }
            settle(top: late + 1)
            current.stack.removeLast(late + 1)
            let register = try pushOwn(.any)
            return emitResult(.getLate, register, register, 0, word: siteWord(name))
        }
        try need(1)
        let known = topKnown()
        if case .native(let qname, let definition) = current.stack[depth - 1].place {
            _ = try pop()
            return try pushDefinitionValue(name, qname, definition)
        }
        if let traits = try traits(of: known), let binding = binding(name, in: traits),
            !traits.pointee.flags.contains(.interface)
        {
            switch binding.kind {
            case .slot, .const:
                return try emitGetSlot(Int(binding.index), traits)
            case .getter, .getterSetter:
                guard let method = traits.details.methods[Int(binding.index)] else { break }
                try machine.resolve(method)
                if traits.pointee.flags.isDisjoint(with: .script) {
                    let source = top()
                    _ = try pop()
                    let target = try pushOwn(trusted(method, traits))
                    return emitResult(
                        .callGetter, target, source, stackRegister(depth), word: UInt64(UInt32(binding.index)))
                }
            default: break
            }
        }
        let source = top()
        _ = try pop()
        emitResult(.getProperty, try pushOwn(.any), source, 0, word: siteWord(name))
    }

    /// Brings the top `count` entries to the types that a method of a file takes, where that is no more than making
    /// Numbers of ints. True: a call need not look at them. What overrides the method takes the same types.
    private func fit(_ count: Int, _ target: MethodRef) -> Bool {
        guard !target.pointee.flags.contains(.native), count == Int(target.pointee.parameterCount) else { return false }
        guard let parameters = target.pointee.parameters else { return count == 0 }
        for place in 0..<count {
            let given = topType(count - 1 - place)
            let wanted = parameters[place].type
            switch wanted.kind {
            case .any: continue
            case .number where given.kind == .int: makeNumber(depth - count + place)
            case .int, .uint, .number, .boolean, .string:
                guard given.kind == wanted.kind else { return false }
            case .instance:
                guard given.kind == .instance, let source = given.traits, let traits = wanted.traits,
                    source == traits || source.isKind(of: traits)
                else { return false }
            default: return false
            }
        }
        return true
    }

    /// An entry of type int becomes a Number.
    private func makeNumber(_ index: Int) {
        if case .int(let constant) = current.stack[index].place {
            current.stack[index] = Operand(.number, .constant(Value(double: Double(constant))))
        } else {
            emit(.intToNumber, stackRegister(index), register(index))
            current.stack[index] = Operand(.number)
        }
    }

    /// The type of a method's result that its callers may rely on. Classes of files are checked to override with the
    /// same types; what overrides a native method is not.
    private func trusted(_ method: MethodRef, _ traits: TraitsRef) -> TypeRef {
        let type = method.pointee.returnType
        guard type.kind == .instance, method.pointee.flags.contains(.native) else { return type }
        return traits.pointee.flags.contains(.final) || traits.pointee.flags.contains(.classSide) ? type : .any
    }

    private func pushDefinitionValue(
        _ name: MultinameRef, _ qname: QName, _ definition: Definition
    ) throws(ScriptError) {
        switch definition {
        case .nativeConstant(let value):
            return try push(Operand(value.isDouble ? .number : .any, .constant(value)))
        case .nativeClass(let traits):
            let register = try pushOwn(.instance(traits.details.classSide.unsafelyUnwrapped), isNotNull: true)
            emitResult(.getDefinition, register, 0, 0, word: siteWord(name))
        default:
            emitResult(.getDefinition, try pushOwn(.any, isNotNull: true), 0, 0, word: siteWord(name))
        }
    }

    func setProperty(_ name: MultinameRef, isInitializing: Bool) throws(ScriptError) {
        if name.pointee.isLate {
            let late = lateCount(name)
            try need(late + 2)
            if isIndexed(name) && !isInitializing {
                let element = try elementType(topKnown(2), index: topKnown(1))
                if element.kind != .any { try coerceTop(to: element) }
                let op: Op = element.kind != .any && topKnown(1).type.kind == .int ? .setVector : .setIndex
                let object = top(2)
                let key = top(1)
                let value = top(0)
                current.stack.removeLast(3)
                emit(op, object, key, value)
                return emitWord(siteWord(name))
            }
            settle(top: late + 2)
            current.stack.removeLast(late + 2)
            let object = stackRegister(depth)
            emit(.setLate, object, object + late + 1, isInitializing ? 1 : 0)
            return emitWord(siteWord(name))
        }
        try need(2)
        let known = topKnown(1)
        if let traits = try traits(of: known), let binding = binding(name, in: traits),
            !traits.pointee.flags.contains(.interface)
        {
            switch binding.kind {
            case .slot: return try emitSetSlot(Int(binding.index), traits)
            case .const where isInitializing: return try emitSetSlot(Int(binding.index), traits)
            case .setter, .getterSetter:
                guard traits.pointee.flags.isDisjoint(with: .script) else { break }
                let object = top(1)
                let value = top(0)
                let free = stackRegister(depth)
                current.stack.removeLast(2)
                emit(.callSetter, object, value, free)
                return emitWord(UInt64(UInt32(binding.index + 1)))
            default: break
            }
        }
        let object = top(1)
        let value = top(0)
        current.stack.removeLast(2)
        emit(isInitializing ? .initProperty : .setProperty, object, value)
        emitWord(siteWord(name))
    }

    func deleteProperty(_ name: MultinameRef) throws(ScriptError) {
        let late = lateCount(name)
        try need(late + 1)
        settle(top: late + 1)
        current.stack.removeLast(late + 1)
        let register = try pushOwn(.boolean)
        emitResult(late == 0 ? .deleteProperty : .deleteLate, register, register, 0, word: siteWord(name))
    }

    func getDescendants(_ name: MultinameRef) throws(ScriptError) {
        let late = lateCount(name)
        try need(late + 1)
        settle(top: late + 1)
        current.stack.removeLast(late + 1)
        let register = try pushOwn(.any)
        emitResult(late == 0 ? .getDescendants : .getDescendantsLate, register, register, 0, word: siteWord(name))
    }

    // MARK: Super

    /// The class whose method this is. Throws #1035 in functions that are none's.
    private func superOwner() throws(ScriptError) -> TraitsRef {
        guard let owner = method.details.owner, let base = owner.base else { throw error(1035) }
        if !base.pointee.flags.contains(.linked) { try machine.link(base) }
        return owner
    }

    private func superWord(_ name: MultinameRef, _ owner: TraitsRef) -> UInt64 {
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
        guard let owner = method.details.owner else { throw error(1035) }
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
    private func callKnown(
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

    private func conversion(_ traits: TraitsRef) -> TypeRef? {
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
    private func coerceTopAsCall(to type: TypeRef) throws(ScriptError) {
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
    private func fitConstructor(_ type: TypeRef, _ count: Int) throws(ScriptError) -> Bool {
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

    // MARK: Making

    func newActivation() throws(ScriptError) {
        let details = method.details
        guard method.pointee.flags.contains(.activation), case .file(_, let index) = details.source else {
            throw error(1113)
        }
        if details.activationTraits == nil {
            let traits = machine.addTraits(
                TraitsDetails(
                    name: QName(.public, machine.names.empty), source: .activation(unit, method: index),
                    domain: unit.domain), [.activation, .final])
            details.activationTraits = traits
            try machine.link(traits)
            machine.close(traits, scope: nil)
        }
        guard let traits = details.activationTraits else { return }
        emitResult(.newActivation, try pushOwn(.instance(traits), isNotNull: true), 0, 0, word: word(traits))
    }

    func newCatch(_ index: Int) throws(ScriptError) {
        guard index < handlers.count else { throw error(1054) }
        if catchTraits[index] == nil {
            let record = handlers[index].record
            let details = TraitsDetails(
                name: unit.qname(record.variable) ?? QName(.public, machine.names.empty), source: .catchScope,
                domain: unit.domain)
            let traits = machine.addTraits(details, [.final])
            if record.variable != 0, let name = unit.qname(record.variable) {
                details.slots = [SlotInfo(name: name, type: handlers[index].type, isConst: false, holdsClass: false)]
                traits.pointee.bindings.set(name.name, name.namespace, Binding(kind: .slot, index: 0))
                traits.pointee.slotCount = 1
            }
            traits.pointee.flags.insert(.linked)
            machine.setAncestors(traits)
            catchTraits[index] = traits
        }
        guard let traits = catchTraits[index] else { return }
        emitResult(.newCatch, try pushOwn(.instance(traits), isNotNull: true), 0, 0, word: word(traits))
    }

    private func captureWord(_ method: MethodRef?, _ traits: TraitsRef?) throws(ScriptError) -> UInt64 {
        guard isEmitting else { return 0 }
        let place = site(machine.anyName)
        place.pointee.firstScope = Int32(firstScope)
        place.pointee.scopeCount = Int32(current.scopes.count)
        place.pointee.method = method
        place.pointee.owner = traits
        return word(place)
    }

    func newFunction(_ index: Int) throws(ScriptError) {
        guard let function = unit.method(index) else { throw error(1027, String(index)) }
        // A method of a class relies on its receiver being of the class.
        guard function.details.owner == nil else { throw error(1107) }
        if isEmitting {
            try fixScope(of: function, capturedScopes)
            try machine.resolve(function)
            // A function without types takes any number of arguments.
            function.details.isUnchecked =
                function.pointee.flags.contains(.untyped) && !function.pointee.flags.contains(.needsRest)
        }
        emitResult(
            .newFunction, try pushOwn(.instance(machine.types.function), isNotNull: true), 0, 0,
            word: try captureWord(function, nil))
    }

    /// Functions are lowered once: whatever makes them must do so in scopes of the same types.
    private func fixScope(of function: MethodRef, _ scopes: [ScopeType]) throws(ScriptError) {
        guard let known = function.details.outerScope else { return function.details.outerScope = scopes }
        let isSame =
            known.count == scopes.count
            && zip(known, scopes).allSatisfy { $0.type == $1.type && $0.isWith == $1.isWith }
        if !isSame { throw error(1107) }
    }

    func newClass(_ index: Int) throws(ScriptError) {
        try need(1)
        guard index < unit.classes.count else { throw error(1060) }
        let traits = unit.classes[index]
        let side = traits.details.classSide.unsafelyUnwrapped
        try machine.link(traits)
        try machine.link(side)
        let base = top()
        _ = try pop()
        if isEmitting {
            let scopes = capturedScopes
            let inner = scopes + [ScopeType(type: .instance(side), isWith: false)]
            for method in side.details.methods.dropFirst(Int(machine.types.class.pointee.methodCount)) {
                if let method, !method.pointee.flags.contains(.native) { try fixScope(of: method, scopes) }
            }
            if let method = side.details.initializer { try fixScope(of: method, scopes) }
            for method in traits.details.methods {
                if let method, method.details.owner == traits { try fixScope(of: method, inner) }
            }
            if let method = traits.details.initializer { try fixScope(of: method, inner) }
        }
        emitResult(
            .newClass, try pushOwn(.instance(side), isNotNull: true), base, 0, word: try captureWord(nil, traits))
    }
}
