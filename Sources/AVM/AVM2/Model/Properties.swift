import AVM

extension AVM2Machine {
    // MARK: Traits of values

    /// The traits of any value but null and undefined.
    @inline(__always)
    func traits(of value: Value) -> TraitsRef? {
        if value.isObject { return traits(of: value.unsafeObject) }
        return traitsOfPrimitive(value)
    }

    @inline(__always)
    public func traits(of object: Object) -> TraitsRef {
        object.cell.pointee.classInfo?.assumingMemoryBound(to: Traits.self) ?? types.object
    }

    @inline(never)
    private func traitsOfPrimitive(_ value: Value) -> TraitsRef? {
        if value.isInt { return types.int }
        if value.isDouble { return types.number }
        if value.isString { return types.string }
        if value.isBool { return types.boolean }
        if value.isNamespace { return types.namespace }
        return nil
    }

    /// Whether instances of a class are instances of a built-in class.
    public func derives(_ traits: TraitsRef, from name: String) -> Bool {
        guard let base = self.traits(named: name) else { return false }
        return traits.isKind(of: base)
    }

    /// Whether the object is of the class, one derived from it, or implements it.
    public func isInstance(_ value: Value, of traits: TraitsRef) -> Bool {
        switch traits {
        case types.object: return !value.isNullish
        case types.int:
            guard value.isNumber else { return false }
            let number = value.unsafeNumber
            return Double(NumberConversion.toInt32(number)) == number
        case types.uint:
            guard value.isNumber else { return false }
            let number = value.unsafeNumber
            return number >= 0 && number <= 4_294_967_295 && number == number.rounded(.towardZero)
        case types.number: return value.isNumber
        case types.string: return value.isString
        case types.boolean: return value.isBool
        case types.namespace: return value.isNamespace
        default:
            guard let object = value.object else { return false }
            return self.traits(of: object).isKind(of: traits)
        }
    }

    // MARK: Names

    /// A multiname whose parts are all known.
    @inline(__always)
    func propertyName(_ name: MultinameRef) -> PropertyName {
        PropertyName(
            known: name.pointee.name, index: -1, key: .undefined, namespaces: name.pointee.namespaceList,
            flags: name.pointee.flags)
    }

    /// The public property of a name.
    public func publicName(_ name: Atom) -> PropertyName {
        PropertyName(
            known: name, index: -1, key: .undefined, namespaces: UnsafeBufferPointer(start: publicList, count: 1),
            flags: [.hasPublic, .qualified])
    }

    public func publicName(_ name: StaticString) -> PropertyName { publicName(heap.strings.pinned(name)) }

    /// The public property whose name comes from a value.
    public func publicName(_ key: Value) throws(ScriptError) -> PropertyName {
        try lateName(key, UnsafeBufferPointer(start: publicList, count: 1), .hasPublic)
    }

    /// The same for a property of `receiver`: the keys of a Dictionary may be objects.
    public func publicName(_ key: Value, for receiver: Value) throws(ScriptError) -> PropertyName {
        if let name = objectKey(key, for: receiver) { return name }
        return try publicName(key)
    }

    /// The name that an object itself is, nil where it is no key of a Dictionary.
    @inline(__always)
    func objectKey(_ key: Value, for receiver: Value) -> PropertyName? {
        guard key.isObject, let object = receiver.object, object.flags.contains(.exotic) || isDictionary(object),
            object.native(as: DictionaryState.self) != nil
        else { return nil }
        return PropertyName(
            known: nil, index: -1, key: key, namespaces: UnsafeBufferPointer(start: publicList, count: 1),
            flags: .hasPublic)
    }

    private func isDictionary(_ object: Object) -> Bool {
        guard let dictionary = types.dictionary else { return false }
        return traits(of: object).pointee.derives(from: dictionary)
    }

    /// A multiname with the parts that come from the stack.
    func propertyName(_ name: MultinameRef, late: Value, namespace: Value) throws(ScriptError) -> PropertyName {
        var namespaces = name.pointee.namespaceList
        var flags = name.pointee.flags
        if flags.contains(.lateNamespace) {
            guard let id = namespaceID(of: namespace) else {
                throw makeError(.type, 1004)
            }
            let list = lateNamespaceList
            list.pointee = id
            namespaces = UnsafeBufferPointer(start: list, count: 1)
            if id == .public { flags.insert(.hasPublic) }
            flags.insert(.qualified)
        }
        guard flags.contains(.lateName) else {
            return PropertyName(
                known: name.pointee.name, index: -1, key: .undefined, namespaces: namespaces, flags: flags)
        }
        return try lateName(late, namespaces, flags)
    }

    private func lateName(
        _ key: Value, _ namespaces: UnsafeBufferPointer<NamespaceID>, _ flags: Multiname.Flags
    ) throws(ScriptError) -> PropertyName {
        if key.isInt, key.unsafeInt >= 0 {
            return PropertyName(
                known: nil, index: Int(key.unsafeInt), key: key, namespaces: namespaces, flags: flags)
        }
        if key.isDouble {
            let number = key.unsafeDouble
            if number >= 0 && number < 4_294_967_295 && number == number.rounded(.towardZero) {
                return PropertyName(known: nil, index: Int(number), key: key, namespaces: namespaces, flags: flags)
            }
        }
        if let object = key.object, let parts = qualifiedParts?(object) {
            // A QName object brings its own namespace.
            var flags = flags
            if parts.isAttribute { flags.insert(.attribute) }
            flags.remove([.hasPublic, .anyNamespace])
            if let id = parts.namespace {
                let list = lateNamespaceList
                list.pointee = id
                if id == .public { flags.insert(.hasPublic) }
                flags.insert(.qualified)
                return PropertyName(
                    known: parts.name, index: -1, key: key, namespaces: UnsafeBufferPointer(start: list, count: 1),
                    flags: flags)
            }
            flags.insert([.anyNamespace, .hasPublic])
            return PropertyName(known: parts.name, index: -1, key: key, namespaces: namespaces, flags: flags)
        }
        let text = try toString(key)
        return PropertyName(
            known: heap.strings.intern(text), index: -1, key: key, namespaces: namespaces, flags: flags)
    }

    /// Where a namespace from the stack is put. A few, since names nest: a getter may look up others.
    private var lateNamespaceList: UnsafeMutablePointer<NamespaceID> {
        lateNamespaceIndex = (lateNamespaceIndex + 1) & 63
        return lateNamespaces + lateNamespaceIndex
    }

    func namespaceID(of value: Value) -> NamespaceID? {
        value.namespace.map { NamespaceID($0.pointee.identity) }
    }

    // MARK: Finding

    @inline(__always)
    func binding(_ name: PropertyName, in traits: TraitsRef) -> Binding? {
        guard let known = name.known else {
            return nil
        }
        if name.namespaces.count == 1 && !name.flags.contains(.anyNamespace) {
            return traits.pointee.bindings.find(known, name.namespaces[0])
        }
        if name.flags.contains(.anyNamespace) { return traits.pointee.bindings.findAny(known)?.0 }
        return traits.pointee.bindings.find(known, name.namespaces)?.0
    }

    /// The binding that a property access means: where the class hides its methods they are none.
    @inline(__always)
    func property(_ name: PropertyName, in traits: TraitsRef) -> Binding? {
        guard let binding = binding(name, in: traits) else { return nil }
        return traits.pointee.flags.contains(.hidesMethods) && binding.kind == .method ? nil : binding
    }

    // MARK: Getting

    /// The value of a property of any value. Throws #1009 or #1010 for null and undefined, #1069 where a sealed
    /// object has none.
    public func get(_ name: PropertyName, of value: Value) throws(ScriptError) -> Value {
        guard let traits = traits(of: value) else { throw nullReference(value) }
        if !traits.pointee.flags.contains(.linked) { try link(traits) }
        if !name.isAttribute, let binding = property(name, in: traits) {
            return try self.value(of: binding, value, traits)
        }
        if let object = value.object {
            if traits.pointee.flags.contains(.exotic) || object.flags.contains(.exotic),
                let state = object.native(as: ExoticState.self),
                let found = try state.get(name, object, self)
            {
                return found
            }
            if name.isPublic, let atom = name.atom(self) {
                if let slot = object.slot(of: atom) { return object.value(slot) }
                if let found = try inherited(atom, from: object.proto) { return found }
            }
            // A name that can be no dynamic property has a number of its own.
            guard name.isPublic, !name.isAnyName || name.key.isObject else {
                throw makeError(.reference, 1081, text(of: name), classText(traits))
            }
            if object.flags.contains(.sealed) {
                throw makeError(.reference, 1069, text(of: name), classText(traits))
            }
            return .undefined
        }
        if name.isPublic, let atom = name.atom(self),
            let found = try inherited(atom, from: try primitivePrototype(traits))
        {
            return found
        }
        throw makeError(.reference, 1069, text(of: name), classText(traits))
    }

    /// Where properties of a value that is no object are looked up: for every number on `Number.prototype`.
    func primitivePrototype(_ traits: TraitsRef) throws(ScriptError) -> Value {
        try prototype(of: traits == types.int || traits == types.uint ? types.number : traits)
    }

    /// A dynamic property of a prototype chain.
    private func inherited(_ name: Atom, from start: Value) throws(ScriptError) -> Value? {
        var proto = start
        while let object = proto.object {
            if let slot = object.slot(of: name) { return object.value(slot) }
            // The prototype of arrays is an array.
            if object.flags.contains(.exotic), let index = name.arrayIndex,
                let array = object.native(as: ArrayState.self), array[index] != ArrayState.hole
            {
                return array[index]
            }
            proto = object.proto
        }
        return nil
    }

    /// The value that a binding of `value`'s traits means: a slot, a method tied to it, what a getter gives.
    func value(of binding: Binding, _ value: Value, _ traits: TraitsRef) throws(ScriptError) -> Value {
        switch binding.kind {
        case .slot, .const:
            guard let object = value.object else { return .undefined }
            return object.cell.slots[Int(binding.index)]
        case .method:
            guard let environment = try environment(Int(binding.index), of: traits) else { return .undefined }
            return Value(makeFunction(environment, boundThis: value, ownsEnvironment: false))
        case .getter, .getterSetter:
            guard let environment = try environment(Int(binding.index), of: traits) else { return .undefined }
            return try call(environment, this: value)
        case .setter:
            throw makeError(.reference, 1077, bindingName(binding, traits), classText(traits))
        case .none: return .undefined
        }
    }

    /// The method of a dispatch number; native traits that only their values have touched are closed by then.
    @inline(__always)
    func environment(_ index: Int, of traits: TraitsRef) throws(ScriptError) -> MethodEnv? {
        guard index < Int(traits.pointee.methodCount), let methods = traits.pointee.methods else { return nil }
        return methods[index]
    }

    // MARK: Setting

    public func set(_ name: PropertyName, of value: Value, to new: Value) throws(ScriptError) {
        try set(name, of: value, to: new, isInitializing: false)
    }

    /// `isInitializing`: `initproperty`, which may set constants.
    func set(
        _ name: PropertyName, of value: Value, to new: Value, isInitializing: Bool
    ) throws(ScriptError) {
        guard let traits = traits(of: value) else { throw nullReference(value) }
        if !traits.pointee.flags.contains(.linked) { try link(traits) }
        if !name.isAttribute, let binding = property(name, in: traits) {
            return try set(binding, of: value, traits, to: new, name, isInitializing: isInitializing)
        }
        guard let object = value.object else {
            throw makeError(.reference, 1056, text(of: name), classText(traits))
        }
        if traits.pointee.flags.contains(.exotic) || object.flags.contains(.exotic),
            let state = object.native(as: ExoticState.self),
            try state.set(name, new, object, self)
        {
            return
        }
        guard name.isPublic, !object.flags.contains(.sealed), let atom = name.atom(self) else {
            throw makeError(.reference, 1056, text(of: name), classText(traits))
        }
        setDynamic(atom, new, on: object)
    }

    /// Sets a property without a declaration. The caller sees to it that the object may have one.
    @inline(__always)
    public func setDynamic(_ name: Atom, _ value: Value, on object: Object) {
        if let slot = object.slot(of: name) {
            object.setValue(slot, value)
        } else {
            heap.add(name, value, to: object)
        }
    }

    func set(
        _ binding: Binding, of value: Value, _ traits: TraitsRef, to new: Value, _ name: PropertyName,
        isInitializing: Bool
    ) throws(ScriptError) {
        switch binding.kind {
        case .const where !isInitializing:
            throw makeError(.reference, 1074, text(of: name), classText(traits))
        case .slot, .const:
            guard let object = value.object else { return }
            let type = traits.details.slots[Int(binding.index)].type
            object.cell.slots[Int(binding.index)] = try coerce(new, to: type)
        case .method: throw makeError(.reference, 1037, text(of: name), classText(traits))
        case .getter: throw makeError(.reference, 1074, text(of: name), classText(traits))
        case .setter, .getterSetter:
            guard let environment = try environment(Int(binding.index) + 1, of: traits) else { return }
            _ = try call(environment, this: value, new)
        case .none: break
        }
    }

    // MARK: Asking and deleting

    /// `in`: also looks at the prototype chain.
    public func has(_ name: PropertyName, in value: Value) throws(ScriptError) -> Bool {
        guard let traits = traits(of: value) else { return false }
        if !traits.pointee.flags.contains(.linked) { try link(traits) }
        if !name.isAttribute, property(name, in: traits) != nil { return true }
        if let object = value.object {
            if traits.pointee.flags.contains(.exotic) || object.flags.contains(.exotic),
                let state = object.native(as: ExoticState.self),
                let known = try state.has(name, object, self)
            {
                return known
            }
            guard name.isPublic, let atom = name.atom(self) else { return false }
            if object.slot(of: atom) != nil { return true }
            return try inherited(atom, from: object.proto) != nil
        }
        guard name.isPublic, let atom = name.atom(self) else { return false }
        return try inherited(atom, from: try primitivePrototype(traits)) != nil
    }

    /// `hasOwnProperty`: declared or dynamic, not inherited from a prototype.
    public func hasOwn(_ name: PropertyName, in value: Value) throws(ScriptError) -> Bool {
        guard let traits = traits(of: value) else { return false }
        if !traits.pointee.flags.contains(.linked) { try link(traits) }
        if !name.isAttribute, property(name, in: traits) != nil { return true }
        guard let object = value.object else { return false }
        if traits.pointee.flags.contains(.exotic) || object.flags.contains(.exotic),
            let state = object.native(as: ExoticState.self),
            let known = try state.has(name, object, self)
        {
            return known
        }
        guard name.isPublic, let atom = name.atom(self) else { return false }
        return object.slot(of: atom) != nil
    }

    /// False where there is something that cannot be deleted; true also where there is nothing.
    public func delete(_ name: PropertyName, of value: Value) throws(ScriptError) -> Bool {
        guard let traits = traits(of: value) else { throw nullReference(value) }
        if !traits.pointee.flags.contains(.linked) { try link(traits) }
        guard let object = value.object else {
            throw makeError(.reference, 1120, text(of: name), classText(traits))
        }
        if !name.isAttribute, property(name, in: traits) != nil { return false }
        if traits.pointee.flags.contains(.exotic) || object.flags.contains(.exotic),
            let state = object.native(as: ExoticState.self),
            let done = try state.delete(name, object, self)
        {
            return done
        }
        if object.flags.contains(.sealed) { return false }
        guard name.isPublic, let atom = name.atom(self), let slot = object.slot(of: atom) else { return true }
        if object.attributes(slot).contains(.dontDelete) { return false }
        heap.delete(slot: slot, from: object)
        return true
    }

    // MARK: Calling

    /// Calls a property as a method. The arguments are in registers, `base[0]` is the receiver.
    func callProperty(
        _ name: PropertyName, _ base: UnsafeMutablePointer<Value>, count: Int, isLex: Bool = false
    ) throws(ScriptError) -> Value {
        let value = base[0]
        guard let traits = traits(of: value) else { throw nullReference(value) }
        if !traits.pointee.flags.contains(.linked) { try link(traits) }
        if !name.isAttribute, let binding = binding(name, in: traits), binding.kind == .method {
            guard let environment = try environment(Int(binding.index), of: traits) else { return .undefined }
            return try invoke(environment, base, count: count)
        }
        if let object = value.object, traits.pointee.flags.contains(.exotic) || object.flags.contains(.exotic),
            binding(name, in: traits) == nil, let state = object.native(as: ExoticState.self),
            let result = try state.call(name, UnsafeBufferPointer(start: base + 1, count: count), object, self)
        {
            return result
        }
        let function: Value
        do throws(ScriptError) {
            function = try get(name, of: value)
        } catch {
            guard case .thrown(let thrown) = error, isUnknownProperty(thrown) else { throw error }
            // A call of what is not there has a number of its own.
            throw makeError(.reference, value.isObject ? 1069 : 1070, text(of: name), classText(traits))
        }
        guard isCallable(function) else {
            throw makeError(.type, 1006, text(of: name))
        }
        if isLex { base[0] = .null }
        return try invoke(function, base, count: count)
    }

    func isCallable(_ value: Value) -> Bool {
        guard let object = value.object else { return false }
        return object.flags.contains(.callable) || traits(of: object).pointee.flags.contains(.classSide)
    }

    // MARK: Texts

    /// A name as error messages have it.
    func text(of name: PropertyName) -> StringRef {
        guard let atom = name.atom(self) else {
            return name.key.isUndefined ? heap.makeString("*") : ((try? toString(name.key)) ?? heap.makeString("*"))
        }
        if name.namespaces.count == 1, !name.flags.contains(.anyNamespace) {
            return describe(QName(name.namespaces[0], atom))
        }
        return atom.string
    }

    /// "flash.geom::Point".
    public func describe(_ name: QName) -> StringRef {
        let uri = namespaces.uri(name.namespace).string
        let kind = namespaces.kind(name.namespace)
        if uri.isEmpty || kind == .private { return name.name.string }
        return heap.makeString(uri.text + "::" + name.name.text)
    }

    func describe(_ name: MultinameRef) -> StringRef {
        guard let atom = name.pointee.name else { return heap.makeString("*") }
        if name.pointee.namespaceCount == 1 { return describe(QName(name.pointee.namespaces[0], atom)) }
        return atom.string
    }

    /// The class of an object as messages call it: "flash.geom.Point", "Test.as$1.Helper".
    func classText(_ traits: TraitsRef) -> StringRef {
        let name = traits.name
        let uri = namespaces.uri(name.namespace).string
        return uri.isEmpty ? name.name.string : heap.makeString(uri.text + "." + name.name.text)
    }

    /// The name that `getQualifiedClassName` gives: "flash.geom::Point", "Test.as$1::Helper".
    func qualifiedText(_ traits: TraitsRef) -> String {
        let name = traits.name
        let uri = namespaces.uri(name.namespace).string
        return uri.isEmpty ? name.name.text : uri.text + "::" + name.name.text
    }

    private func bindingName(_ binding: Binding, _ traits: TraitsRef) -> StringRef {
        var found = names.empty.string
        traits.pointee.bindings.forEach { name, _, known in
            if known == binding { found = name.string }
        }
        return found
    }
}
