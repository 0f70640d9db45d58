import AVM

extension AVM2Machine {
    /// Makes the language's own classes known. Each is made when it is first touched.
    func installLanguage() {
        install(LanguageTables.all)
        install(LanguageTables.functions)
        func traits(_ name: StaticString) -> TraitsRef {
            guard let found = self.traits(named: String(describing: name)) else {
                preconditionFailure("no native table for \(name)")
            }
            return found
        }
        types.object = traits("Object")
        types.class = traits("Class")
        types.function = traits("Function")
        types.array = traits("Array")
        types.string = traits("String")
        types.number = traits("Number")
        types.int = traits("int")
        types.uint = traits("uint")
        types.boolean = traits("Boolean")
        types.namespace = traits("Namespace")
        types.error = traits("Error")
        types.array.pointee.flags.insert(.exotic)
        types.vector = self.traits(named: "__AS3__.vec.Vector")
        types.xml = self.traits(named: "XML")
        types.xmlList = self.traits(named: "XMLList")
        types.qname = self.traits(named: "QName")
        types.date = self.traits(named: "Date")
        types.regExp = self.traits(named: "RegExp")
        types.dictionary = self.traits(named: "flash.utils.Dictionary")
        types.byteArray = self.traits(named: "flash.utils.ByteArray")
        types.proxy = self.traits(named: "flash.utils.Proxy")
        systemDomain.addDefinition(
            QName(.public, heap.strings.pinned("AS3")), .nativeConstant(namespaces.value(.as3)))
        systemDomain.addDefinition(
            qname(dotted: "flash.utils.flash_proxy"), .nativeConstant(namespaces.value(.proxy)))
        for constant in LanguageTables.constants {
            systemDomain.addDefinition(
                qname(dotted: String(describing: constant.0)), .nativeConstant(constant.1))
        }
        // Linked at once: values of these have no class object to ask.
        for type in [
            types.object, types.class, types.function, types.array, types.string, types.number, types.int, types.uint,
            types.boolean, types.namespace,
        ] {
            do throws(ScriptError) { try link(type.unsafelyUnwrapped) } catch {
                preconditionFailure("a native table does not link: \(type.unsafelyUnwrapped.name.name.text)")
            }
        }
        // These need each other: every class object is one of Class, and every function one of Function.
        for type in [types.object, types.class, types.function] { _ = try? classObject(type.unsafelyUnwrapped) }
        for type in [types.object, types.class, types.function] {
            guard let object = type.unsafelyUnwrapped.pointee.classObject.object else { continue }
            object.proto = types.class.pointee.prototype
            type.unsafelyUnwrapped.details.classSide?.pointee.prototype = types.class.pointee.prototype
        }
    }

    /// Makes native classes known in the system domain.
    public func install(_ tables: [NativeClassTable]) {
        heap.pauseDepth += 1
        defer { heap.pauseDepth -= 1 }
        for table in tables {
            let name = qname(dotted: String(describing: table.name))
            let details = TraitsDetails(name: name, source: .native(table), domain: systemDomain)
            let traits = addTraits(details, table.flags)
            let sideDetails = TraitsDetails(name: name, source: .nativeClass(table), domain: systemDomain)
            let side = addTraits(sideDetails, [.dynamic, .final, .classSide])
            details.classSide = side
            sideDetails.instanceSide = traits
            guard APIVersions.since(table) <= apiVersion else {
                hiddenTypes[name] = traits
                continue
            }
            systemDomain.addType(name, traits)
            systemDomain.addDefinition(name, .nativeClass(traits))
        }
    }

    public func install(_ functions: [NativeFunction]) {
        for function in functions {
            nativeFunctions.append(function)
            functionObjects.append(.undefined)
            var name = qname(dotted: String(describing: function.name))
            if function.isPackageInternal {
                let uri = heap.strings.pinned(namespaces.uri(name.namespace).string)
                name = QName(namespaces.intern(.packageInternal, uri), name.name)
            }
            systemDomain.addDefinition(name, .nativeFunction(nativeFunctions.count - 1))
        }
    }

    /// The class object of a native class, made when first asked for.
    public func classObject(_ traits: TraitsRef) throws(ScriptError) -> Object {
        if let known = traits.pointee.classObject.object { return known }
        guard traits.details.isNative, case .native(let table) = traits.details.source else {
            if traits.details.elementType != nil { return try vectorClassObject(traits) }
            // A class of a file whose script has not run yet.
            if let object = try runScript(defining: traits) { return object }
            throw makeError(.reference, 1065, describe(traits.name))
        }
        heap.pauseDepth += 1
        defer { heap.pauseDepth -= 1 }
        materializedClasses.append(String(describing: table.name))
        try link(traits)
        if let base = traits.details.base { _ = try classObject(base) }
        let side = traits.details.classSide.unsafelyUnwrapped
        try link(side)
        let object = makeClassObject(traits, side)
        if let prototype = traits.pointee.prototype.object { defineHidden(table.members(), on: prototype) }
        defineHidden(table.staticMembers(), on: object)
        if traits == types.object {
            // What class objects inherit from; Object's own was made before that was there.
            _ = try classObject(types.class)
            side.pointee.prototype = types.class.pointee.prototype
            object.proto = side.pointee.prototype
        }
        return object
    }

    /// The class object and the prototype object of linked traits.
    func makeClassObject(_ traits: TraitsRef, _ side: TraitsRef) -> Object {
        let base = traits.details.base
        let prototype: Object
        if traits == types.function {
            // A function itself, which does nothing.
            let method = addMethod(
                MethodDetails(.native(signature: "(...rest)", owner: LanguageTables.functionTable)), .native)
            prototype = heap.makeObject(
                proto: base.map { $0.pointee.prototype } ?? .null, slotCount: Int(traits.pointee.slotCount),
                flags: .callable)
            prototype.cell.pointee.classInfo = UnsafeMutableRawPointer(traits)
            prototype.setNative(
                FunctionState(addEnvironment(method, scope: nil, owner: nil), ownsEnvironment: false))
        } else if traits == types.array {
            // An array itself.
            prototype = heap.makeObject(proto: base.map { $0.pointee.prototype } ?? .null, flags: .exotic)
            prototype.cell.pointee.classInfo = UnsafeMutableRawPointer(traits)
            prototype.setNative(ArrayState())
        } else {
            prototype = heap.makeObject(proto: base.map { $0.pointee.prototype } ?? .null)
            prototype.cell.pointee.classInfo = UnsafeMutableRawPointer(types.object)
        }
        traits.pointee.prototype = Value(prototype)
        let object = instantiate(side)
        if side.pointee.prototype.isNull {
            side.pointee.prototype = types.class.pointee.prototype
            object.proto = side.pointee.prototype
        }
        traits.pointee.classObject = Value(object)
        heap.define(names.constructor, Value(object), .dontEnum, on: prototype)
        return object
    }

    /// Puts the functions and texts of a table that are no declared members on a prototype or a class object.
    private func defineHidden(_ members: [NativeMember], on object: Object) {
        for member in members {
            let name = heap.strings.pinned(member.name)
            switch (member.kind, member.constant) {
            case (.prototypeMethod, .int(let length)):
                guard let body = member.body else { continue }
                // Flash's are function expressions, which have no name.
                heap.define(name, Value(makeFunction("", length: Int(length), body)), .dontEnum, on: object)
            case (.prototypeValue, .text(let text)):
                heap.define(name, Value(heap.strings.pinned(text).string), .dontEnum, on: object)
            case (.prototypeValue, _): heap.define(name, .undefined, .dontEnum, on: object)
            default: continue
            }
        }
    }

    /// Runs the script that defines a class of a file, so that its class object is made.
    private func runScript(defining traits: TraitsRef) throws(ScriptError) -> Object? {
        guard case .script(let script)? = traits.details.domain.definition(traits.name) else { return nil }
        _ = try globalObject(of: script)
        return traits.pointee.classObject.object
    }

    /// A script's global object; the script runs where it has not.
    public func globalObject(of script: Script) throws(ScriptError) -> Object {
        if let known = script.global, script.state != .fresh { return known }
        try link(script.traits)
        script.traits.pointee.prototype = try prototype(of: types.object)
        let global = script.global ?? instantiate(script.traits)
        script.global = global
        script.state = .running
        close(script.traits, scope: makeScope([Value(global)]))
        if let method = script.traits.details.initializer {
            method.details.outerScope = method.details.outerScope ?? []
            for known in script.traits.details.methods {
                known?.details.outerScope = [ScopeType(type: .instance(script.traits), isWith: false)]
            }
            let environment = addEnvironment(method, scope: nil, owner: script.traits)
            do throws(ScriptError) {
                _ = try call(environment, this: Value(global))
            } catch {
                // It may be tried again.
                script.state = .fresh
                throw error
            }
        }
        script.state = .done
        return global
    }

    /// The prototype object of a class, which is made where it has not been.
    public func prototype(of traits: TraitsRef) throws(ScriptError) -> Value {
        if !traits.pointee.prototype.isNull { return traits.pointee.prototype }
        _ = try classObject(traits)
        return traits.pointee.prototype
    }

    func makeScope(_ values: [Value]) -> UnsafeMutablePointer<ValuesCell> {
        let cell = heap.makeValues(count: values.count)
        for (index, value) in values.enumerated() { cell.elements[index] = value }
        return cell
    }

    /// A function object of native code: what prototypes hold.
    public func makeFunction(_ name: String, length: Int, _ body: @escaping NativeBody) -> Object {
        let details = MethodDetails(.native(signature: "(...rest)", owner: LanguageTables.functionTable))
        details.name = name
        details.declaredLength = length
        let method = addMethod(details, .native)
        let box = NativeFunctionBox(body)
        boxes.append(box)
        method.pointee.body = .passUnretained(box)
        return makeFunction(addEnvironment(method, scope: nil, owner: nil), boundThis: nil, ownsEnvironment: false)
    }

    func makeFunction(_ environment: MethodEnv, boundThis: Value?, ownsEnvironment: Bool) -> Object {
        let traits = types.function.unsafelyUnwrapped
        if traits.pointee.prototype.isNull { _ = try? classObject(traits) }
        let object = heap.makeObject(
            proto: traits.pointee.prototype, slotCount: Int(traits.pointee.slotCount), inlineValues: 0, flags: .callable
        )
        object.cell.pointee.classInfo = UnsafeMutableRawPointer(traits)
        object.setNative(FunctionState(environment, boundThis: boundThis, ownsEnvironment: ownsEnvironment))
        return object
    }

    /// The value of a definition: a class object, a function, a constant.
    func value(of definition: Definition, _ name: QName) throws(ScriptError) -> Value {
        switch definition {
        case .nativeClass(let traits): return Value(try classObject(traits))
        case .nativeConstant(let value): return value
        case .nativeFunction(let index):
            if functionObjects[index].isUndefined {
                let function = nativeFunctions[index]
                let details = MethodDetails(
                    .native(signature: function.signature, owner: LanguageTables.functionTable))
                details.name = String(describing: function.name)
                let method = addMethod(details, .native)
                let box = NativeFunctionBox(function.body)
                boxes.append(box)
                method.pointee.body = .passUnretained(box)
                functionObjects[index] = Value(
                    makeFunction(addEnvironment(method, scope: nil, owner: nil), boundThis: nil, ownsEnvironment: false)
                )
            }
            return functionObjects[index]
        case .script(let script):
            let global = try globalObject(of: script)
            guard let binding = script.traits.pointee.bindings.find(name.name, name.namespace) else {
                return .undefined
            }
            return try value(of: binding, Value(global), script.traits)
        }
    }

    /// What a name means in a domain: its script runs where it has not. Nil: it is not defined.
    public func lookUp(_ name: QName, in domain: Domain) throws(ScriptError) -> Value? {
        guard let definition = domain.definition(name) else { return nil }
        return try value(of: definition, name)
    }
}

/// The object that built-in definitions are found on.
final class NativeGlobalState: ExoticState {
    override func get(_ name: PropertyName, _ object: Object, _ machine: AVM2Machine) throws(ScriptError) -> Value? {
        guard let atom = name.atom(machine),
            let (definition, namespace) = machine.systemDomain.definition(atom, name.namespaces)
        else { return nil }
        return try machine.value(of: definition, QName(namespace, atom))
    }

    override func has(_ name: PropertyName, _ object: Object, _ machine: AVM2Machine) throws(ScriptError) -> Bool? {
        guard let atom = name.atom(machine) else { return nil }
        return machine.systemDomain.definition(atom, name.namespaces) != nil ? true : nil
    }
}
