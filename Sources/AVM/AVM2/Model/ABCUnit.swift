import AVM

/// An ABC file in a machine: its names resolved, its methods and classes given their places.
public final class ABCUnit {
    let file: ABCFile
    unowned(unsafe) let machine: AVM2Machine
    public let domain: Domain
    private var atoms: [Atom?]
    private var namespaces: [NamespaceID?]
    private let multinames: UnsafeMutablePointer<Multiname>
    private var isResolved: [Bool]
    private var isResolving: Set<Int> = []
    private var methods: [MethodRef?]
    /// Instance side of each class.
    private(set) var classes: [TraitsRef] = []
    public private(set) var scripts: [Script] = []
    /// Namespace sets, flattened once.
    private var sets: [UnsafeBufferPointer<NamespaceID>?]

    init(_ file: ABCFile, machine: AVM2Machine, domain: Domain) {
        self.file = file
        self.machine = machine
        self.domain = domain
        atoms = Array(repeating: nil, count: file.strings.count)
        namespaces = Array(repeating: nil, count: file.namespaces.count)
        multinames = .allocate(capacity: max(1, file.multinames.count))
        isResolved = Array(repeating: false, count: file.multinames.count)
        methods = Array(repeating: nil, count: file.methods.count)
        sets = Array(repeating: nil, count: file.namespaceSets.count)
    }

    deinit {
        multinames.deallocate()
        for set in sets { set?.deallocate() }
    }

    // MARK: Pools

    /// The string of the pool, interned for ever; nil where there is none of that number.
    func atom(_ index: Int) -> Atom? {
        guard index >= 0, index < atoms.count else { return nil }
        if let known = atoms[index] { return known }
        let heap = machine.heap
        let atom = heap.strings.pinned(
            index == 0 ? heap.strings.common.empty.string : heap.makeString(utf8: file.bytes[file.strings[index]]))
        atoms[index] = atom
        return atom
    }

    func namespace(_ index: Int) -> NamespaceID? {
        guard index >= 0, index < namespaces.count else { return nil }
        if let known = namespaces[index] { return known }
        let record = file.namespaces[index]
        guard let uri = atom(record.name) else { return nil }
        let id =
            record.kind == .private
            ? machine.namespaces.add(.private, uri)
            : machine.namespaces.intern(record.kind, machine.withoutVersion(uri))
        namespaces[index] = id
        return id
    }

    private func set(_ index: Int) -> UnsafeBufferPointer<NamespaceID>? {
        guard index >= 0, index < sets.count else { return nil }
        if let known = sets[index] { return known }
        let ids = file.namespaceSets[index].compactMap { namespace($0) }
        let memory = UnsafeMutableBufferPointer<NamespaceID>.allocate(capacity: max(1, ids.count))
        _ = memory.initialize(from: ids)
        let result = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(memory)[0..<ids.count])
        sets[index] = result
        return result
    }

    /// The multiname of the pool; nil where there is none of that number, or it is malformed.
    func multiname(_ index: Int) -> MultinameRef? {
        guard index >= 0, index < file.multinames.count else { return nil }
        let place = multinames + index
        if isResolved[index] { return place }
        // A generic name that is its own parameter names nothing.
        guard isResolving.insert(index).inserted else { return nil }
        defer { isResolving.remove(index) }
        guard let made = resolve(file.multinames[index]) else { return nil }
        place.initialize(to: made)
        isResolved[index] = true
        return place
    }

    private func resolve(_ record: MultinameRecord) -> Multiname? {
        switch record {
        case .qualified(let namespace, let name, let isAttribute):
            return make(
                name: name, one: namespace, isAttribute ? [.attribute, .qualified] : .qualified)
        case .runtimeQualified(let name, let isAttribute):
            return make(name: name, ids: nil, isAttribute ? [.attribute, .lateNamespace] : .lateNamespace)
        case .runtimeQualifiedLate(let isAttribute):
            return make(
                name: nil, ids: nil,
                isAttribute ? [.attribute, .lateNamespace, .lateName] : [.lateNamespace, .lateName])
        case .multiname(let name, let set, let isAttribute):
            guard let ids = self.set(set) else { return nil }
            return make(name: name, ids: ids, isAttribute ? .attribute : [])
        case .multinameLate(let set, let isAttribute):
            guard let ids = self.set(set) else { return nil }
            return make(name: nil, ids: ids, isAttribute ? [.attribute, .lateName] : .lateName)
        case .generic(let base, let parameters):
            // Only Vector is generic, with one parameter. Deep nesting is nobody's code.
            guard let first = parameters.first, isResolving.count < 64, let name = multiname(base),
                !name.pointee.flags.contains(.generic)
            else { return nil }
            var parameter: MultinameRef?
            if first != 0 {
                guard let found = multiname(first) else { return nil }
                parameter = found
            }
            var made = name.pointee
            made.flags.insert(.generic)
            made.parameter = parameter
            return made
        }
    }

    private func make(name: Int, one namespace: Int, _ flags: Multiname.Flags) -> Multiname? {
        if namespace == 0 {
            var made = make(name: name, ids: nil, flags)
            made?.flags.insert([.anyNamespace, .hasPublic])
            return made
        }
        guard let id = self.namespace(namespace) else { return nil }
        let memory = machine.arena.allocate(NamespaceID.self)
        memory.initialize(to: id)
        return make(name: name, ids: UnsafeBufferPointer(start: memory, count: 1), flags)
    }

    private func make(name: Int?, ids: UnsafeBufferPointer<NamespaceID>?, _ flags: Multiname.Flags) -> Multiname? {
        var flags = flags
        var atom: Atom?
        if let name, name != 0 {
            guard let known = self.atom(name) else { return nil }
            atom = known
        }
        if let ids, ids.contains(.public) { flags.insert(.hasPublic) }
        let fallback = UnsafePointer(machine.publicList)
        return Multiname(
            name: atom, namespaceCount: Int32(ids?.count ?? 0), flags: flags,
            namespaces: ids?.baseAddress ?? fallback, parameter: nil)
    }

    /// A multiname as a name of one namespace, such as traits have; nil where it is none.
    func qname(_ index: Int) -> QName? {
        guard index > 0, let multiname = multiname(index), let name = multiname.pointee.name,
            multiname.pointee.namespaceCount >= 1
        else { return nil }
        return QName(multiname.pointee.namespaces[0], name)
    }

    // MARK: Methods and classes

    func method(_ index: Int) -> MethodRef? {
        guard index >= 0, index < methods.count else { return nil }
        if let known = methods[index] { return known }
        let record = file.methods[index]
        var flags: Method.Flags = []
        if record.flags.contains(.needRest) { flags.insert([.needsRest, .takesMore]) }
        if record.flags.contains(.needArguments) { flags.insert([.needsArguments, .takesMore]) }
        if record.flags.contains(.ignoreRest) { flags.insert(.takesMore) }
        if record.flags.contains(.needActivation) { flags.insert(.activation) }
        let details = MethodDetails(.file(self, index: index))
        details.name = file.text(record.name)
        let place = machine.addMethod(details, flags)
        place.pointee.parameterCount = UInt16(clamping: record.parameters.count)
        place.pointee.requiredCount = UInt16(clamping: record.parameters.count - record.optionals.count)
        methods[index] = place
        return place
    }

    /// Gives every class and script its place, and makes their names known in the domain.
    func define() throws(ScriptError) {
        for (index, record) in file.instances.enumerated() {
            guard let name = qname(record.name) else { throw machine.verifyError(1107) }
            var flags: Traits.Flags = []
            if !record.flags.contains(.sealed) { flags.insert(.dynamic) }
            if record.flags.contains(.final) { flags.insert(.final) }
            if record.flags.contains(.interface) { flags.insert(.interface) }
            let details = TraitsDetails(name: name, source: .file(self, instance: index), domain: domain)
            if record.flags.contains(.protectedNamespace) {
                details.protectedNamespace = namespace(record.protectedNamespace)
            }
            let traits = machine.addTraits(details, flags)
            let classDetails = TraitsDetails(name: name, source: .fileClass(self, instance: index), domain: domain)
            classDetails.protectedNamespace = details.protectedNamespace
            let classSide = machine.addTraits(classDetails, [.dynamic, .final, .classSide])
            details.classSide = classSide
            classDetails.instanceSide = traits
            classes.append(traits)
            domain.addType(name, traits)
        }
        for index in file.scripts.indices {
            let details = TraitsDetails(
                name: QName(.public, machine.names.global), source: .script(self, index: index), domain: domain)
            let traits = machine.addTraits(details, [.dynamic, .final, .script])
            let script = Script(unit: self, index: index, traits: traits)
            scripts.append(script)
            for trait in file.scripts[index].traits {
                if let name = qname(trait.name) { domain.addDefinition(name, .script(script)) }
            }
        }
    }

    /// A constant of the pools as a value, by the code of its kind. Nil: a malformed one.
    func constant(_ record: ConstantRecord) -> Value? {
        let index = record.index
        switch record.kind {
        case 0x00: return .undefined
        case 0x01: return atom(index).map { Value($0.string) }
        case 0x03: return file.ints.indices.contains(index) ? Value(file.ints[index]) : nil
        case 0x04: return file.uints.indices.contains(index) ? Value(Int(file.uints[index])) : nil
        case 0x06: return file.doubles.indices.contains(index) ? Value(double: file.doubles[index]) : nil
        case 0x0A: return .false
        case 0x0B: return .true
        case 0x0C: return .null
        case 0x05, 0x08, 0x16, 0x17, 0x18, 0x19, 0x1A: return namespace(index).map { machine.namespaces.value($0) }
        default: return nil
        }
    }
}
