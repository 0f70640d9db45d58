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
    var capturedScopes: [ScopeType] {
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
    func emitGetSlot(_ slot: Int, _ traits: TraitsRef) throws(ScriptError) {
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
    func emitSetSlot(_ slot: Int, _ traits: TraitsRef) throws(ScriptError) {
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
    func binding(_ name: MultinameRef, in traits: TraitsRef) -> Binding? {
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
    func pushDefinition(_ name: MultinameRef) throws(ScriptError) -> Bool {
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

    func emitFindProperty(_ name: MultinameRef, isStrict: Bool) throws(ScriptError) {
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
    func lateCount(_ name: MultinameRef) -> Int {
        (name.pointee.flags.contains(.lateNamespace) ? 1 : 0) + (name.pointee.flags.contains(.lateName) ? 1 : 0)
    }

    // MARK: Getting and setting

    /// Only the name is late, and it may be an index.
    func isIndexed(_ name: MultinameRef) -> Bool {
        name.pointee.flags.contains(.lateName)
            && name.pointee.flags.isDisjoint(with: [.lateNamespace, .attribute])
            && name.pointee.flags.contains(.hasPublic)
    }

    /// The type of what an index gives: a Vector's elements.
    func elementType(_ known: Known, index: Known) throws(ScriptError) -> TypeRef {
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
    func fit(_ count: Int, _ target: MethodRef) -> Bool {
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
    func makeNumber(_ index: Int) {
        if case .int(let constant) = current.stack[index].place {
            current.stack[index] = Operand(.number, .constant(Value(double: Double(constant))))
        } else {
            emit(.intToNumber, stackRegister(index), register(index))
            current.stack[index] = Operand(.number)
        }
    }

    /// The type of a method's result that its callers may rely on. Classes of files are checked to override with the
    /// same types; what overrides a native method is not.
    func trusted(_ method: MethodRef, _ traits: TraitsRef) -> TypeRef {
        let type = method.pointee.returnType
        guard type.kind == .instance, method.pointee.flags.contains(.native) else { return type }
        return traits.pointee.flags.contains(.final) || traits.pointee.flags.contains(.classSide) ? type : .any
    }

    func pushDefinitionValue(
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
}
