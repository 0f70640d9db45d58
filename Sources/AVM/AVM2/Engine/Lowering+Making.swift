import AVM

extension Lowering {
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

    func captureWord(_ method: MethodRef?, _ traits: TraitsRef?) throws(ScriptError) -> UInt64 {
        guard isEmitting else { return 0 }
        let place = site(machine.anyName)
        place.pointee.firstScope = Int32(firstScope)
        place.pointee.scopeCount = Int32(current.scopes.count)
        place.pointee.method = method
        place.pointee.owner = traits
        return word(place)
    }

    func newFunction(_ index: Int) throws(ScriptError) {
        guard let function = unit.method(index) else {
            throw error(1027, String(index), String(unit.file.methods.count))
        }
        // A method of a class relies on its receiver being of the class.
        guard function.details.owner == nil else { throw error(1107) }
        if isEmitting {
            try fixScope(of: function, capturedScopes)
            try machine.resolve(function)
            // A function without types takes any number of arguments.
            function.details.isUnchecked = function.pointee.flags.contains(.untyped)
        }
        emitResult(
            .newFunction, try pushOwn(.instance(machine.types.function), isNotNull: true), 0, 0,
            word: try captureWord(function, nil))
    }

    /// Functions are lowered once: whatever makes them must do so in scopes of the same types.
    func fixScope(of function: MethodRef, _ scopes: [ScopeType]) throws(ScriptError) {
        guard let known = function.details.outerScope else { return function.details.outerScope = scopes }
        let isSame =
            known.count == scopes.count
            && zip(known, scopes).allSatisfy { $0.type == $1.type && $0.isWith == $1.isWith }
        if !isSame { throw error(1107) }
    }

    func newClass(_ index: Int) throws(ScriptError) {
        try need(1)
        guard index < unit.classes.count else { throw error(1060, String(index), String(unit.classes.count)) }
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
