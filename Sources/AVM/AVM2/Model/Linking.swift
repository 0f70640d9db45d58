import AVM

extension AVM2Machine {
    // MARK: Names

    /// Gives every name of the traits its place: slots and dispatch numbers, those of the bases first.
    func link(_ traits: TraitsRef) throws(ScriptError) {
        if traits.pointee.flags.contains(.linked) { return }
        let details = traits.details
        // A class cannot be its own ancestor.
        if traits.pointee.flags.contains(.linking) { throw verifyError(1103, details.name.name.string) }
        traits.pointee.flags.insert(.linking)
        defer { traits.pointee.flags.remove(.linking) }

        details.base = try findBase(of: traits)
        if let base = details.base {
            try link(base)
            inherit(from: base, traits)
        }
        setAncestors(traits)
        switch details.source {
        case .file(let unit, let index):
            let record = unit.file.instances[index]
            details.initializer = unit.method(record.initializer)
            setOwner(details.initializer, traits, name: nil)
            details.initializer?.pointee.flags.insert(.isConstructor)
            for interface in record.interfaces {
                guard let other = try type(interface, in: unit).traits, other.pointee.flags.contains(.interface)
                else { throw verifyError(1111, details.name.name.string) }
                details.interfaces.append(other)
                details.allInterfaces.insert(other)
                try link(other)
                details.allInterfaces.formUnion(other.details.allInterfaces)
            }
            try add(record.traits, unit, to: traits)
        case .fileClass(let unit, let index):
            details.initializer = unit.method(unit.file.classes[index].initializer)
            setOwner(details.initializer, traits, name: "$cinit")
            try add(unit.file.classes[index].traits, unit, to: traits)
        case .script(let unit, let index):
            details.initializer = unit.method(unit.file.scripts[index].initializer)
            setOwner(details.initializer, traits, name: "global$init")
            try add(unit.file.scripts[index].traits, unit, to: traits)
        case .activation(let unit, let method):
            try add(unit.file.bodies[method]?.traits ?? [], unit, to: traits)
        case .native(let table):
            details.makeState = table.makeState ?? details.makeState
            details.construct = table.construct
            details.didInstantiate = table.didInstantiate ?? details.didInstantiate
            for name in table.interfaces {
                guard let other = self.traits(named: String(describing: name)) else { continue }
                try link(other)
                details.allInterfaces.insert(other)
                details.allInterfaces.formUnion(other.details.allInterfaces)
            }
            add(table.members(), table, to: traits)
            let method = nativeMethod(table.constructor, table.initialize ?? inheritedInitializer(of: traits), table)
            method.pointee.flags.insert(.isConstructor)
            setOwner(method, traits, name: nil)
            details.initializer = method
        case .nativeClass(let table): add(table.staticMembers(), table, to: traits)
        case .catchScope, .synthetic: break
        }
        bindInterfaces(of: traits)
        finishSlots(traits)
        if details.makeState != nil { traits.pointee.flags.insert(.stateful) }
        if details.construct != nil { traits.pointee.flags.insert(.constructsItself) }
        traits.pointee.flags.insert(.linked)
        if details.isNative { close(traits, scope: nil) }
    }

    private func findBase(of traits: TraitsRef) throws(ScriptError) -> TraitsRef? {
        switch traits.details.source {
        case .file(let unit, let index):
            let record = unit.file.instances[index]
            guard record.superName != 0 else { return nil }
            guard let name = unit.multiname(record.superName) else { throw verifyError(1107) }
            guard case let type = try type(name, in: unit.domain), let base = baseTraits(of: type) else {
                throw verifyError(1014, describe(name))
            }
            if base.pointee.flags.contains(.final) { throw verifyError(1103, traits.name.name.string) }
            if base.pointee.flags.contains(.interface) {
                throw verifyError(1110, describe(traits.name), describe(base.name))
            }
            return base
        case .native(let table):
            let name = String(describing: table.base)
            return name.isEmpty ? nil : self.traits(named: name)
        case .fileClass, .nativeClass: return types.class
        case .script, .catchScope, .activation: return types.object
        case .synthetic: return traits.details.base
        }
    }

    /// The traits of a type that a class may extend.
    func baseTraits(of type: TypeRef) -> TraitsRef? {
        switch type.kind {
        case .object: types.object
        case .int: types.int
        case .uint: types.uint
        case .number: types.number
        case .boolean: types.boolean
        case .string: types.string
        case .namespace: types.namespace
        case .instance: type.traits
        case .any, .void, .null: nil
        }
    }

    private func inherit(from base: TraitsRef, _ traits: TraitsRef) {
        let details = traits.details
        let parent = base.details
        traits.pointee.bindings = base.pointee.bindings.copied()
        details.slots = parent.slots
        details.methods = parent.methods
        details.allInterfaces = parent.allInterfaces
        details.makeState = parent.makeState
        details.didInstantiate = parent.didInstantiate
        if base.pointee.flags.contains(.exotic) { traits.pointee.flags.insert(.exotic) }
        // What a movie derives from a class of the player that has no instances has none either.
        if case .file = details.source, base.pointee.flags.contains(.abstract) {
            traits.pointee.flags.insert(.abstract)
        }
        // What the base protects is found under the namespace of the derived class as well.
        if let theirs = parent.protectedNamespace, let ours = details.protectedNamespace, theirs != ours {
            var found: [(Atom, Binding)] = []
            base.pointee.bindings.forEach { name, namespace, binding in
                if namespace == theirs { found.append((name, binding)) }
            }
            for (name, binding) in found { traits.pointee.bindings.set(name, ours, binding) }
        }
    }

    func setAncestors(_ traits: TraitsRef) {
        let base = traits.details.base
        let depth = base.map { $0.pointee.depth + 1 } ?? 0
        let list = arena.allocate(TraitsRef.self, count: Int(depth) + 1)
        if let base, let theirs = base.pointee.ancestors {
            list.initialize(from: theirs, count: Int(depth))
        }
        (list + Int(depth)).initialize(to: traits)
        traits.pointee.depth = depth
        traits.pointee.ancestors = list
    }

    private func setOwner(_ method: MethodRef?, _ traits: TraitsRef, name: String?) {
        guard let method else { return }
        let details = method.details
        // Code relies on the receiver being of the class: a method belongs to one, and is no function expression.
        if details.owner == nil && details.outerScope == nil {
            details.owner = traits
        } else if details.owner != traits {
            details.isShared = true
        }
        var text = describe(traits.name).text
        if traits.pointee.flags.contains(.classSide) { text += "$" }
        switch name {
        case "$cinit": details.name = text + "cinit"
        case "global$init": details.name = "global$init"
        case let name?: details.name = traits.pointee.flags.contains(.script) ? "global/\(name)" : "\(text)/\(name)"
        case nil: details.name = text
        }
    }

    private func add(_ records: [TraitRecord], _ unit: ABCUnit, to traits: TraitsRef) throws(ScriptError) {
        let details = traits.details
        let baseSlots = details.slots.count
        // Slots with numbers take their places first, the others what is left.
        var numbered = baseSlots
        for record in records {
            let id: Int
            switch record.kind {
            case .slot(let number, _, _, _), .class(let number, _), .function(let number, _): id = number
            default: id = 0
            }
            if id > 0 {
                guard id <= records.count * 2 + 1024 else { throw verifyError(1107) }
                numbered = max(numbered, baseSlots + id)
            }
        }
        let unused = SlotInfo(name: QName(.internal, names.empty), type: .any, isConst: false, holdsClass: false)
        details.slots += Array(repeating: unused, count: numbered - baseSlots)
        var values: [(Int, Value)] = []
        func addSlot(_ name: QName, _ id: Int, _ type: TypeRef, isConst: Bool, holdsClass: Bool) -> Int {
            let info = SlotInfo(name: name, type: type, isConst: isConst, holdsClass: holdsClass)
            let place: Int
            if id > 0 {
                place = baseSlots + id - 1
                details.slots[place] = info
            } else {
                place = details.slots.count
                details.slots.append(info)
            }
            traits.pointee.bindings.set(
                name.name, name.namespace, Binding(kind: isConst ? .const : .slot, index: Int32(place)))
            return place
        }
        for record in records {
            guard let name = unit.qname(record.name) else { throw verifyError(1107) }
            switch record.kind {
            case .slot(let id, let typeIndex, let constant, let isConst):
                let type = try type(typeIndex, in: unit)
                let place = addSlot(name, id, type, isConst: isConst, holdsClass: false)
                if let constant {
                    guard let value = unit.constant(constant) else { throw verifyError(1107) }
                    values.append((place, try coerce(value, to: type)))
                }
            case .class(let id, let index):
                guard index >= 0, index < unit.classes.count else {
                    throw makeError(.verify, 1060, [String(index), String(unit.classes.count)])
                }
                let side = unit.classes[index].details.classSide.unsafelyUnwrapped
                _ = addSlot(name, id, .instance(side), isConst: true, holdsClass: true)
            case .function(let id, let method):
                guard unit.method(method) != nil else { throw unknownMethod(method, unit) }
                _ = addSlot(name, id, .instance(types.function), isConst: false, holdsClass: false)
            case .method(_, let index), .getter(_, let index), .setter(_, let index):
                guard let method = unit.method(index) else { throw unknownMethod(index, unit) }
                let kind: Binding.Kind
                switch record.kind {
                case .getter: kind = .getter
                case .setter: kind = .setter
                default: kind = .method
                }
                setOwner(method, traits, name: memberName(name, kind))
                try addMethod(name, kind, method, isOverride: record.isOverride, to: traits)
            }
        }
        initialSlotValues[traits] = values
    }

    /// As a stack trace has it.
    private func memberName(_ name: QName, _ kind: Binding.Kind) -> String {
        var text = name.name.text
        // Only namespaces of the movie's own, and AS3, are shown.
        if namespaces.isPublic(name.namespace) {
            let uri = namespaces.uri(name.namespace).text
            if !uri.isEmpty { text = "\(uri)::\(text)" }
        }
        switch kind {
        case .getter: return "get \(text)"
        case .setter: return "set \(text)"
        default: return text
        }
    }

    private func addMethod(
        _ name: QName, _ kind: Binding.Kind, _ method: MethodRef, isOverride: Bool, to traits: TraitsRef
    ) throws(ScriptError) {
        let details = traits.details
        let known = traits.pointee.bindings.find(name.name, name.namespace)
        if kind == .method {
            if let known, known.kind == .method {
                details.methods[Int(known.index)] = method
                return
            }
            if known != nil && isOverride { throw verifyError(1053, name.name.string, traits.name.name.string) }
            details.methods.append(method)
            traits.pointee.bindings.set(
                name.name, name.namespace, Binding(kind: .method, index: Int32(details.methods.count - 1)))
            return
        }
        if kind == .setter { method.pointee.flags.insert(.isSetter) } else { method.pointee.flags.insert(.isGetter) }
        if let known, known.isAccessor {
            details.methods[Int(known.index) + (kind == .setter ? 1 : 0)] = method
            let merged: Binding.Kind = known.kind == kind ? kind : .getterSetter
            rebind(name, Binding(kind: merged, index: known.index), in: traits)
            return
        }
        if known != nil && isOverride { throw verifyError(1053, name.name.string, traits.name.name.string) }
        let index = Int32(details.methods.count)
        details.methods += kind == .getter ? [method, nil] : [nil, method]
        traits.pointee.bindings.set(name.name, name.namespace, Binding(kind: kind, index: index))
    }

    /// An accessor that gained its other half has it under every namespace that it is known by.
    private func rebind(_ name: QName, _ binding: Binding, in traits: TraitsRef) {
        var spaces: [NamespaceID] = []
        traits.pointee.bindings.forEach { known, namespace, old in
            if known == name.name && old.isAccessor && old.index == binding.index { spaces.append(namespace) }
        }
        for namespace in spaces { traits.pointee.bindings.set(name.name, namespace, binding) }
    }

    /// Members of an interface are found under the interface's namespace: they are what the class declares publicly.
    private func bindInterfaces(of traits: TraitsRef) {
        guard !traits.pointee.flags.contains(.interface) else {
            for other in traits.details.allInterfaces {
                other.pointee.bindings.forEach { name, namespace, _ in
                    guard traits.pointee.bindings.find(name, namespace) == nil else { return }
                    let methods = traits.details.methods.count
                    traits.details.methods += [nil, nil]
                    if let binding = other.pointee.bindings.find(name, namespace) {
                        traits.pointee.bindings.set(
                            name, namespace, Binding(kind: binding.kind, index: Int32(methods)))
                        let theirs = other.details.methods
                        for offset in 0...1 where Int(binding.index) + offset < theirs.count {
                            traits.details.methods[methods + offset] = theirs[Int(binding.index) + offset]
                        }
                    }
                }
            }
            return
        }
        for interface in traits.details.allInterfaces {
            interface.pointee.bindings.forEach { name, namespace, _ in
                guard traits.pointee.bindings.find(name, namespace) == nil || namespace != .public else { return }
                if let binding = traits.pointee.bindings.find(name, .public) {
                    traits.pointee.bindings.set(name, namespace, binding)
                }
            }
        }
    }

    private func finishSlots(_ traits: TraitsRef) {
        let details = traits.details
        let count = details.slots.count
        traits.pointee.slotCount = Int32(count)
        traits.pointee.methodCount = Int32(details.methods.count)
        guard count > 0 else { return }
        let template = arena.allocate(Value.self, count: count)
        for (index, slot) in details.slots.enumerated() {
            (template + index).initialize(to: slot.holdsClass ? .null : slot.type.defaultValue)
        }
        if let base = details.base, let theirs = base.pointee.slotTemplate {
            template.update(from: theirs, count: Int(base.pointee.slotCount))
        }
        for (place, value) in initialSlotValues.removeValue(forKey: traits) ?? [] { template[place] = value }
        traits.pointee.slotTemplate = template
    }

    // MARK: Native tables

    private func nativeMethod(
        _ signature: StaticString, _ body: @escaping NativeBody, _ table: NativeClassTable
    ) -> MethodRef {
        let method = addMethod(MethodDetails(.native(signature: signature, owner: table)), .native)
        let box = NativeFunctionBox(body)
        boxes.append(box)
        method.pointee.body = .passUnretained(box)
        return method
    }

    /// What a constructor does that a table does not give: the base's work, without arguments.
    private func inheritedInitializer(of traits: TraitsRef) -> NativeBody {
        guard traits.details.base != nil else { return { _ in .undefined } }
        return { (call) throws(ScriptError) in
            guard let base = call.owner?.base, let method = base.details.initializer, let body = method.pointee.body
            else { return .undefined }
            try call.machine.resolve(method)
            let machine = call.machine
            let start = machine.registers.top
            try machine.reserve(Int(method.pointee.parameterCount) + 1)
            for index in 0..<Int(method.pointee.parameterCount) {
                start[index] = method.pointee.parameters![index].defaultValue
            }
            machine.registers.top = start + Int(method.pointee.parameterCount)
            defer { machine.registers.top = start }
            return try body.takeUnretainedValue().body(
                NativeCall(
                    machine: machine, this: call.this, base: start, count: Int(method.pointee.parameterCount),
                    owner: base))
        }
    }

    private func namespace(_ space: NativeMember.Space) -> NamespaceID {
        switch space {
        case .public: .public
        case .as3: .as3
        case .proxy: .proxy
        case .internal: .internal
        }
    }

    private func isHidden(_ member: NativeMember, _ className: String) -> Bool {
        apiVersion < .max && APIVersions.since(className, String(describing: member.name)) > apiVersion
    }

    private func add(_ members: [NativeMember], _ table: NativeClassTable, to traits: TraitsRef) {
        let details = traits.details
        let className = String(describing: table.name)
        var values: [(Int, Value)] = []
        for member in members {
            // Members of an interface are in a namespace of its name.
            let space =
                traits.pointee.flags.contains(.interface)
                ? interfaceNamespace(className)
                : namespace(isHidden(member, className) ? .internal : member.space)
            let name = QName(space, heap.strings.pinned(member.name))
            switch member.kind {
            case .prototypeMethod, .prototypeValue: continue
            case .slot, .constant:
                let type = type(named: NativeSignature(member.signature).returnType)
                let isConst = member.kind == .constant
                details.slots.append(SlotInfo(name: name, type: type, isConst: isConst, holdsClass: false))
                let place = details.slots.count - 1
                traits.pointee.bindings.set(
                    name.name, name.namespace, Binding(kind: isConst ? .const : .slot, index: Int32(place)))
                if isConst { values.append((place, value(of: member.constant, type))) }
            case .setter:
                let missing = "\(className).\(name.name.text)"
                bindSetter(name, member, table, traits, missing)
            case .method, .getter, .property:
                let missing = "\(className).\(name.name.text)"
                let body: NativeBody =
                    member.body
                    ?? { call in
                        call.machine.host.missing(missing)
                        return .undefined
                    }
                let method = nativeMethod(member.signature, body, table)
                let kind: Binding.Kind = member.kind == .method ? .method : .getter
                setOwner(method, traits, name: memberName(name, kind))
                // Native tables do not mark overrides, and hide what they share a name with.
                bindNative(name, kind, method, to: traits)
                if member.kind == .property {
                    bindSetter(name, member, table, traits, missing)
                }
            }
        }
        initialSlotValues[traits] = values
    }

    private func bindSetter(
        _ name: QName, _ member: NativeMember, _ table: NativeClassTable, _ traits: TraitsRef, _ missing: String
    ) {
        let setter = nativeMethod(
            member.signature,
            member.setter
                ?? { call in
                    call.machine.host.missing(missing)
                    return .undefined
                }, table)
        setter.pointee.flags.insert(.isSetter)
        setOwner(setter, traits, name: memberName(name, .setter))
        bindNative(name, .setter, setter, to: traits)
    }

    /// What the members of a built-in interface are declared in.
    func interfaceNamespace(_ className: String) -> NamespaceID {
        namespaces.publicNamespace(heap.makeString(interfaceURI(of: className)))
    }

    /// "flash.events:IEventDispatcher"
    private func interfaceURI(of name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return name }
        return name[..<dot] + ":" + name[name.index(after: dot)...]
    }

    private func bindNative(_ name: QName, _ kind: Binding.Kind, _ method: MethodRef, to traits: TraitsRef) {
        let details = traits.details
        let known = traits.pointee.bindings.find(name.name, name.namespace)
        if kind == .method {
            if let known, known.kind == .method {
                details.methods[Int(known.index)] = method
            } else {
                details.methods.append(method)
                traits.pointee.bindings.set(
                    name.name, name.namespace, Binding(kind: .method, index: Int32(details.methods.count - 1)))
            }
            return
        }
        if let known, known.isAccessor {
            details.methods[Int(known.index) + (kind == .setter ? 1 : 0)] = method
            let merged: Binding.Kind = known.kind == kind ? kind : .getterSetter
            rebind(name, Binding(kind: merged, index: known.index), in: traits)
        } else {
            details.methods += kind == .getter ? [method, nil] : [nil, method]
            traits.pointee.bindings.set(
                name.name, name.namespace, Binding(kind: kind, index: Int32(details.methods.count - 2)))
        }
    }

    private func unknownMethod(_ index: Int, _ unit: ABCUnit) -> ScriptError {
        makeError(.verify, 1027, [String(index), String(unit.file.methods.count)])
    }

    private func value(of constant: NativeMember.Constant, _ type: TypeRef) -> Value {
        switch constant {
        case .int(let number): type.kind == .number ? Value(double: Double(number)) : Value(number)
        case .number(let number): type.kind == .number ? Value(double: number) : Value(number)
        case .text(let text): Value(heap.strings.pinned(text).string)
        case .bool(let bool): Value(bool)
        case .null: .null
        }
    }

    // MARK: Environments

    /// Ties the methods of linked traits to their scope, so that they can be called. Those of the bases, which must
    /// be closed, are shared.
    func close(_ traits: TraitsRef, scope: UnsafeMutablePointer<ValuesCell>?) {
        let details = traits.details
        let count = details.methods.count
        let table = arena.allocate(MethodEnv?.self, count: count)
        let base = details.base
        for index in 0..<count {
            let method = details.methods[index]
            var environment: MethodEnv?
            if let base, index < Int(base.pointee.methodCount), let theirs = base.pointee.methods?[index],
                theirs.pointee.method == method
            {
                environment = theirs
            } else if let method {
                environment = addEnvironment(method, scope: scope, owner: traits)
            }
            (table + index).initialize(to: environment)
        }
        traits.pointee.methods = table
        if let method = details.initializer {
            traits.pointee.initializer = addEnvironment(method, scope: scope, owner: traits)
        }
    }
}
