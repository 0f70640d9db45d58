import AVM

/// What the loop does less often: properties, scopes, super.
extension AVM2Machine {
    // MARK: Elements

    /// The index that a key is, −1 where it is none that fits 31 bits.
    @inline(__always)
    func wholeIndex(_ key: Value) -> Int {
        if key.isInt { return Int(key.unsafeInt) }
        guard key.isDouble else { return -1 }
        let number = key.unsafeDouble
        guard number >= 0 && number < 2_147_483_648 else { return -1 }
        let index = Int(number)
        return Double(index) == number ? index : -1
    }

    /// What `%` of two ints gives where an int is wanted; 0 for what is no number.
    @inline(never)
    func intRemainder(_ dividend: Int32, _ divisor: Int32) -> Int32 {
        divisor == 0 || divisor == -1 ? 0 : dividend % divisor
    }

    @inline(__always)
    func byteElement(_ object: Object, _ index: Int) -> Value? {
        guard let native = object.unmanagedNative else { return nil }
        return native._withUnsafeGuaranteedRef { state in
            let storage = unsafeDowncast(state, to: ByteArrayState.self).storage
            guard index < storage.count, let base = storage.base else { return nil }
            return Value(Int32(base[index]))
        }
    }

    @inline(__always)
    func setByteElement(_ object: Object, _ index: Int, _ value: Value) -> Bool {
        guard value.isInt, let native = object.unmanagedNative else { return false }
        return native._withUnsafeGuaranteedRef { state in
            let storage = unsafeDowncast(state, to: ByteArrayState.self).storage
            guard index < storage.count, let base = storage.base else { return false }
            base[index] = UInt8(truncatingIfNeeded: value.unsafeInt)
            return true
        }
    }

    /// A QName as a key is its name, so it takes the long way.
    @inline(__always)
    private func isPlainKey(_ key: Value) -> Bool { traits(of: key.unsafeObject) != types.qname }

    @inline(__always)
    func dictionaryValue(_ object: Object, _ key: Value) -> Value? {
        guard isPlainKey(key), let native = object.unmanagedNative else { return nil }
        return native._withUnsafeGuaranteedRef { unsafeDowncast($0, to: DictionaryState.self).value(of: key) }
    }

    @inline(__always)
    func setDictionaryValue(_ object: Object, _ key: Value, _ value: Value) -> Bool {
        guard isPlainKey(key), let native = object.unmanagedNative else { return false }
        native._withUnsafeGuaranteedRef { unsafeDowncast($0, to: DictionaryState.self).set(key, value, heap) }
        return true
    }

    /// The element of an array; nil where the index names none here.
    @inline(__always)
    func element(_ object: Object, _ index: Int) -> Value? {
        guard let native = object.unmanagedNative, index >= 0 else { return nil }
        return native._withUnsafeGuaranteedRef { state in
            let array = unsafeDowncast(state, to: ArrayState.self)
            guard index < array.denseCount else { return nil }
            let value = array.elements[index]
            return value == ArrayState.hole ? nil : value
        }
    }

    @inline(__always)
    func vectorElement(_ object: Object, _ index: Int) -> Value? {
        guard let native = object.unmanagedNative, index >= 0 else { return nil }
        return native._withUnsafeGuaranteedRef { state in
            let vector = unsafeDowncast(state, to: VectorState.self)
            return index < vector.count ? vector.elements[index] : nil
        }
    }

    /// Sets an element to a value that is of the elements' type already. False: there is no such element.
    @inline(__always)
    func putVectorElement(_ object: Object, _ index: Int, _ value: Value) -> Bool {
        guard let native = object.unmanagedNative, index >= 0 else { return false }
        return native._withUnsafeGuaranteedRef { state in
            let vector = unsafeDowncast(state, to: VectorState.self)
            guard index < vector.count else { return false }
            vector.elements[index] = value
            return true
        }
    }

    /// False: it has to be done the long way.
    @inline(__always)
    func setElement(_ object: Object, _ index: Int, _ value: Value) -> Bool {
        guard let native = object.unmanagedNative, index >= 0 else { return false }
        return native._withUnsafeGuaranteedRef { state in
            let array = unsafeDowncast(state, to: ArrayState.self)
            if index < array.denseCount { array.elements[index] = value } else { array.set(index, value, heap) }
            return true
        }
    }

    @inline(__always)
    func setVectorElement(_ object: Object, _ index: Int, _ value: Value) -> Bool {
        guard let native = object.unmanagedNative, index >= 0 else { return false }
        return native._withUnsafeGuaranteedRef { state in
            let vector = unsafeDowncast(state, to: VectorState.self)
            guard index < vector.count else { return false }
            switch vector.type.kind {
            case .int: if !value.isInt { return false }
            case .number:
                if !value.isDouble {
                    guard value.isInt else { return false }
                    vector.elements[index] = Value(double: Double(value.unsafeInt))
                    return true
                }
            case .uint: if !value.isInt || value.unsafeInt < 0 { return false }
            case .any: break
            case .object: if value.isUndefined { return false }
            case .instance:
                if !value.isNull {
                    guard let object = value.object, traits(of: object) == vector.type.traits else { return false }
                }
            default: return false
            }
            vector.elements[index] = value
            return true
        }
    }

    @inline(never)
    func getIndexSlowly(_ site: SiteRef, _ object: Value, _ key: Value) throws(ScriptError) -> Value {
        try get(try keyName(site, key, of: object), of: object)
    }

    @inline(never)
    func setIndexSlowly(_ site: SiteRef, _ object: Value, _ key: Value, _ value: Value) throws(ScriptError) {
        try set(try keyName(site, key, of: object), of: object, to: value)
    }

    // MARK: Sites

    /// Sets a dynamic property where the site found it last. False: it is not known to be there.
    @inline(__always)
    func setKnown(_ site: SiteRef, _ value: Value, _ new: Value) -> Bool {
        guard value.isObject, site.pointee.kind == .dynamic else { return false }
        let object = value.unsafeObject
        guard object.shapeID == site.pointee.shapeID,
            object.cell.pointee.classInfo == UnsafeMutableRawPointer(site.pointee.traits)
        else { return false }
        object.setValue(Int(site.pointee.index), new)
        return true
    }

    /// Gets a property and remembers where it was.
    @inline(never)
    func getSlowly(_ site: SiteRef, _ value: Value) throws(ScriptError) -> Value {
        let name = propertyName(site.pointee.name)
        if let object = value.object {
            let traits = self.traits(of: object)
            if !traits.pointee.flags.contains(.linked) { try link(traits) }
            if let binding = binding(name, in: traits), !name.isAttribute {
                if binding.isSlot {
                    site.pointee.kind = .slot
                    site.pointee.traits = traits
                    site.pointee.index = binding.index
                }
            } else if name.isPublic, !object.flags.contains(.exotic), !traits.pointee.flags.contains(.exotic),
                let atom = name.known, let slot = object.slot(of: atom)
            {
                site.pointee.kind = .dynamic
                site.pointee.traits = traits
                site.pointee.shapeID = object.shapeID
                site.pointee.index = Int32(slot)
                return object.value(slot)
            }
        }
        return try get(name, of: value)
    }

    @inline(never)
    func setSlowly(_ site: SiteRef, _ value: Value, _ new: Value) throws(ScriptError) {
        if let object = value.object {
            let traits = self.traits(of: object)
            if !traits.pointee.flags.contains(.linked) { try link(traits) }
        }
        if noteDynamic(site, value) {
            value.unsafeObject.setValue(Int(site.pointee.index), new)
            return
        }
        try set(propertyName(site.pointee.name), of: value, to: new)
    }

    /// Whether the name of a site means a dynamic property that the object has: the site then knows where it lies.
    @inline(never)
    func noteDynamic(_ site: SiteRef, _ value: Value) -> Bool {
        guard let object = value.object else { return false }
        let traits = self.traits(of: object)
        let name = propertyName(site.pointee.name)
        guard traits.pointee.flags.contains(.linked), binding(name, in: traits) == nil, name.isPublic,
            !object.flags.contains(.exotic), !traits.pointee.flags.contains(.exotic),
            !object.flags.contains(.sealed), let atom = name.known, let slot = object.slot(of: atom)
        else { return false }
        site.pointee.kind = .dynamic
        site.pointee.traits = traits
        site.pointee.shapeID = object.shapeID
        site.pointee.index = Int32(slot)
        return true
    }

    /// The declared method that a call means; nil where it is no declared method.
    @inline(never)
    func lookUpMethod(_ site: SiteRef, _ value: Value) throws(ScriptError) -> MethodEnv? {
        guard let traits = traits(of: value) else { throw nullReference(value) }
        if !traits.pointee.flags.contains(.linked) { try link(traits) }
        let name = propertyName(site.pointee.name)
        guard !name.isAttribute, let binding = binding(name, in: traits), binding.kind == .method else { return nil }
        if value.isObject {
            site.pointee.kind = .method
            site.pointee.traits = traits
            site.pointee.index = binding.index
        }
        return try environment(Int(binding.index), of: traits)
    }

    /// A script function that lies in a slot or a dynamic property and is called as a method: its receiver is set.
    func functionProperty(_ site: SiteRef, _ base: UnsafeMutablePointer<Value>) -> (MethodEnv, Value)? {
        guard let object = base[0].object else { return nil }
        let traits = self.traits(of: object)
        let name = propertyName(site.pointee.name)
        guard !name.isAttribute, !traits.pointee.flags.contains(.exotic), !object.flags.contains(.exotic) else {
            return nil
        }
        var found: Value?
        if let binding = binding(name, in: traits) {
            guard binding.isSlot else { return nil }
            found = object.cell.slots[Int(binding.index)]
        } else if name.isPublic, let atom = name.known {
            var holder: Object? = object
            while let current = holder {
                if let slot = current.slot(of: atom) {
                    found = current.value(slot)
                    break
                }
                holder = current.proto.object
            }
        }
        guard let function = found, let environment = scriptFunction(function, base) else { return nil }
        return (environment, function)
    }

    /// The environment of a function object of script code, its receiver put in place; nil for all else.
    @inline(__always)
    func scriptFunction(_ value: Value, _ receiver: UnsafeMutablePointer<Value>) -> MethodEnv? {
        guard value.isObject, let environment = functionEnvironment(value.unsafeObject, receiver),
            !environment.pointee.method.pointee.flags.contains(.native)
        else { return nil }
        return environment
    }

    /// A name whose late parts lie in registers: the namespace first, then the name.
    func lateName(_ site: SiteRef, _ parts: UnsafeMutablePointer<Value>) throws(ScriptError) -> PropertyName {
        let flags = site.pointee.name.pointee.flags
        let hasNamespace = flags.contains(.lateNamespace)
        return try propertyName(
            site.pointee.name, late: flags.contains(.lateName) ? parts[hasNamespace ? 1 : 0] : .undefined,
            namespace: hasNamespace ? parts[0] : .undefined)
    }

    /// The same for a property of `receiver`, which may be a Dictionary with objects as keys.
    func lateName(
        _ site: SiteRef, _ parts: UnsafeMutablePointer<Value>, of receiver: Value
    ) throws(ScriptError) -> PropertyName {
        if site.pointee.name.pointee.flags.contains(.lateName) {
            let key = parts[site.pointee.name.pointee.flags.contains(.lateNamespace) ? 1 : 0]
            if let name = objectKey(key, for: receiver) { return name }
        }
        return try lateName(site, parts)
    }

    /// The name that a key in brackets means.
    func keyName(_ site: SiteRef, _ key: Value, of receiver: Value) throws(ScriptError) -> PropertyName {
        if let name = objectKey(key, for: receiver) { return name }
        return try propertyName(site.pointee.name, late: key, namespace: .undefined)
    }

    private func lateCount(_ site: SiteRef) -> Int {
        let flags = site.pointee.name.pointee.flags
        return (flags.contains(.lateNamespace) ? 1 : 0) + (flags.contains(.lateName) ? 1 : 0)
    }

    /// `delete value[name]`. Error #1119: the name is a list of XML.
    func deleteLate(
        _ site: SiteRef, _ parts: UnsafeMutablePointer<Value>, of value: Value
    ) throws(ScriptError) -> Bool {
        let flags = site.pointee.name.pointee.flags
        let key = flags.contains(.lateName) ? parts[flags.contains(.lateNamespace) ? 1 : 0] : .undefined
        if let list = types.xmlList, let object = key.object, traits(of: object) == list {
            throw makeError(.type, 1119, heap.makeString("XMLList"))
        }
        return try delete(try lateName(site, parts, of: value), of: value)
    }

    /// Calls a property whose name is late; the arguments move down over the parts of the name.
    func callLate(
        _ site: SiteRef, _ base: UnsafeMutablePointer<Value>, _ count: Int, isLex: Bool
    ) throws(ScriptError) -> Value {
        let name = try lateName(site, base + 1, of: base[0])
        moveDown(base, lateCount(site), count)
        return try callProperty(name, base, count: count, isLex: isLex)
    }

    private func moveDown(_ base: UnsafeMutablePointer<Value>, _ parts: Int, _ count: Int) {
        for index in 0..<count { base[index + 1] = base[index + 1 + parts] }
    }

    func constructLate(
        _ site: SiteRef, _ base: UnsafeMutablePointer<Value>, _ count: Int
    ) throws(ScriptError) -> Value {
        let value = try get(try lateName(site, base + 1, of: base[0]), of: base[0])
        moveDown(base, lateCount(site), count)
        return try constructNamed(site, value, base, count)
    }

    /// The value that `new object.name` constructs. Where it lay in a slot last time, it is looked for there.
    @inline(__always)
    func constructor(_ site: SiteRef, _ value: Value) throws(ScriptError) -> Value {
        if value.isObject, site.pointee.kind == .slot,
            value.unsafeObject.cell.pointee.classInfo == UnsafeMutableRawPointer(site.pointee.traits)
        {
            return value.unsafeObject.cell.slots[Int(site.pointee.index)]
        }
        return try getSlowly(site, value)
    }

    func constructNamed(
        _ site: SiteRef, _ value: Value, _ base: UnsafeMutablePointer<Value>, _ count: Int
    ) throws(ScriptError) -> Value {
        guard value.isObject, isCallable(value) else {
            if value.isUndefined || value.isNull { throw makeError(.type, 1007) }
            throw makeError(.type, 1007)
        }
        return try construct(value, base, count: count)
    }

    func descendants(_ name: PropertyName, of value: Value) throws(ScriptError) -> Value {
        guard let object = value.object else {
            throw value.isNullish
                ? nullReference(value)
                : makeError(.type, 1016, classText(traits(of: value) ?? types.object))
        }
        if let state = object.native(as: ExoticState.self), let found = try state.descendants(name, object, self) {
            return found
        }
        throw makeError(.type, 1016, classText(traits(of: object)))
    }

    // MARK: Slots by number

    func slot(_ index: Int, of value: Value) throws(ScriptError) -> Value {
        guard let object = value.object else { throw nullReference(value) }
        let traits = self.traits(of: object)
        guard index >= 0, index < Int(traits.pointee.slotCount) else {
            throw verifyError(
                1026, intString(Int32(truncatingIfNeeded: index + 1)), intString(traits.pointee.slotCount),
                describe(traits.name))
        }
        return object.cell.slots[index]
    }

    func setSlot(_ index: Int, of value: Value, to new: Value) throws(ScriptError) {
        guard let object = value.object else { throw nullReference(value) }
        let traits = self.traits(of: object)
        guard index >= 0, index < Int(traits.pointee.slotCount) else {
            throw verifyError(
                1026, intString(Int32(truncatingIfNeeded: index + 1)), intString(traits.pointee.slotCount),
                describe(traits.name))
        }
        object.cell.slots[index] = try coerce(new, to: traits.details.slots[index].type)
    }

    // MARK: Super

    /// Methods of a base rely on the receiver being of its class.
    func checkSuperReceiver(_ owner: TraitsRef, _ value: Value) throws(ScriptError) {
        guard let traits = traits(of: value) else { throw nullReference(value) }
        guard traits == owner || traits.isKind(of: owner) else { throw cannotConvert(value, owner) }
    }

    private func superBinding(
        _ site: SiteRef, _ name: PropertyName, _ value: Value
    ) throws(ScriptError) -> (Binding, TraitsRef)? {
        let owner = site.pointee.owner.unsafelyUnwrapped
        try checkSuperReceiver(owner, value)
        guard let base = owner.base, let binding = binding(name, in: base) else { return nil }
        return (binding, base)
    }

    func getSuper(_ site: SiteRef, _ name: PropertyName, _ value: Value) throws(ScriptError) -> Value {
        guard let (binding, base) = try superBinding(site, name, value) else {
            if let object = value.object, name.isPublic, let atom = name.atom(self), let slot = object.slot(of: atom) {
                return object.value(slot)
            }
            throw makeError(
                .reference, 1069, text(of: name),
                describe(site.pointee.owner.unsafelyUnwrapped.base?.name ?? types.object.name))
        }
        return try self.value(of: binding, value, base)
    }

    func setSuper(_ site: SiteRef, _ name: PropertyName, _ value: Value, _ new: Value) throws(ScriptError) {
        guard let (binding, base) = try superBinding(site, name, value) else {
            throw makeError(
                .reference, 1056, text(of: name),
                describe(site.pointee.owner.unsafelyUnwrapped.base?.name ?? types.object.name))
        }
        try set(binding, of: value, base, to: new, name, isInitializing: false)
    }

    func superMethod(_ site: SiteRef, _ name: PropertyName, _ value: Value) throws(ScriptError) -> MethodEnv? {
        guard let (binding, base) = try superBinding(site, name, value), binding.kind == .method else { return nil }
        return try environment(Int(binding.index), of: base)
    }

    func callSuperValue(
        _ site: SiteRef, _ name: PropertyName, _ base: UnsafeMutablePointer<Value>, _ count: Int
    ) throws(ScriptError) -> Value {
        guard let (binding, parent) = try superBinding(site, name, base[0]) else {
            throw makeError(
                .reference, 1070, text(of: name),
                describe(site.pointee.owner.unsafelyUnwrapped.base?.name ?? types.object.name))
        }
        let function = try self.value(of: binding, base[0], parent)
        return try invoke(function, base, count: count)
    }

    func callSuperLate(
        _ site: SiteRef, _ base: UnsafeMutablePointer<Value>, _ count: Int
    ) throws(ScriptError) -> Value {
        let name = try lateName(site, base + 1, of: base[0])
        moveDown(base, lateCount(site), count)
        if let environment = try superMethod(site, name, base[0]) {
            return try invoke(environment, base, count: count)
        }
        return try callSuperValue(site, name, base, count)
    }

    // MARK: Scopes

    /// The object in the scopes, or in the domain, that has the name.
    func findProperty(
        _ site: SiteRef, _ name: PropertyName, _ frame: UnsafeMutablePointer<Frame>, isStrict: Bool
    ) throws(ScriptError) -> Value {
        let registers = frame.pointee.base + Int(site.pointee.firstScope)
        let outer = frame.pointee.environment.pointee.scope
        let outerCount = outer?.pointee.count ?? 0
        var index = Int(site.pointee.scopeCount) - 1
        while index >= 0 {
            let isGlobal = outerCount == 0 && index == 0
            if !isGlobal,
                try isFound(
                    name, registers[index], isWith: index < 64 && site.pointee.withMask >> UInt64(index) & 1 == 1)
            {
                return registers[index]
            }
            index -= 1
        }
        index = outerCount - 1
        while index > 0, let outer {
            let value = outer.elements[index]
            if try isFound(name, value, isWith: index < 64 && site.pointee.outerWithMask >> UInt64(index) & 1 == 1) {
                return value
            }
            index -= 1
        }
        let global: Value
        if let outer, outerCount > 0 {
            global = outer.elements[0]
        } else {
            global = site.pointee.scopeCount > 0 ? registers[0] : .null
        }
        if let atom = name.atom(self), !name.isAttribute,
            let (definition, _) = site.pointee.domain.takeUnretainedValue().definition(atom, name.namespaces)
        {
            switch definition {
            case .script(let script): return Value(try globalObject(of: script))
            default: return Value(nativeGlobal)
            }
        }
        if try has(name, in: global) { return global }
        if isStrict { throw makeError(.reference, 1065, text(of: name)) }
        return global
    }

    private func isFound(_ name: PropertyName, _ value: Value, isWith: Bool) throws(ScriptError) -> Bool {
        if isWith { return try has(name, in: value) }
        guard let traits = traits(of: value) else { return false }
        if !traits.pointee.flags.contains(.linked) { try link(traits) }
        return !name.isAttribute && binding(name, in: traits) != nil
    }

    /// The value of a definition that the verifier found in the domain; kept where it cannot change.
    @inline(never)
    func definition(_ site: SiteRef) throws(ScriptError) -> Value {
        let name = propertyName(site.pointee.name)
        guard let atom = name.known,
            let (definition, namespace) = site.pointee.domain.takeUnretainedValue().definition(atom, name.namespaces)
        else { throw makeError(.reference, 1065, text(of: name)) }
        let value = try self.value(of: definition, QName(namespace, atom))
        if case .script = definition { return value }
        site.pointee.value = value
        return value
    }

    @inline(never)
    func scriptGlobal(_ site: SiteRef) throws(ScriptError) -> Value {
        let name = propertyName(site.pointee.name)
        guard let atom = name.known,
            case .script(let script)? = site.pointee.domain.takeUnretainedValue().definition(atom, name.namespaces)?.0
        else { throw makeError(.reference, 1065, text(of: name)) }
        let value = Value(try globalObject(of: script))
        if script.state == .done { site.pointee.value = value }
        return value
    }
}
