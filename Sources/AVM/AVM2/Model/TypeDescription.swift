import AVM

/// What `describeType` tells of a class: gathered from files and native tables, without making anything of it.
struct TypeDescription {
    /// The flags of `avmplus.describeTypeJSON`.
    struct Parts: OptionSet {
        let rawValue: UInt32
        static let hidesNamespacedMethods = Parts(rawValue: 0x0001)
        static let bases = Parts(rawValue: 0x0002)
        static let interfaces = Parts(rawValue: 0x0004)
        static let variables = Parts(rawValue: 0x0008)
        static let accessors = Parts(rawValue: 0x0010)
        static let methods = Parts(rawValue: 0x0020)
        static let metadata = Parts(rawValue: 0x0040)
        static let constructor = Parts(rawValue: 0x0080)
        static let traits = Parts(rawValue: 0x0100)
        static let usesInstanceSide = Parts(rawValue: 0x0200)
        static let hidesObject = Parts(rawValue: 0x0400)
        /// What `flash.utils.describeType` asks for.
        static let flash10 = Parts(rawValue: 0x05FF)
    }

    struct Metadata {
        var name: String
        var items: [(key: String, value: String)]
    }

    struct Parameter {
        var type: String
        var isOptional: Bool
    }

    struct Member {
        enum Kind {
            case variable, constant, readOnly, writeOnly, readWrite, method

            /// The flag that asks for it.
            var part: Parts {
                switch self {
                case .variable, .constant: .variables
                case .readOnly, .writeOnly, .readWrite: .accessors
                case .method: .methods
                }
            }
        }
        var kind: Kind
        var name: String
        var uri: String
        var type: String
        var declaredBy: String
        var parameters: [Parameter] = []
        var metadata: [Metadata] = []
        /// Declared by a built-in class.
        var isNative = false
    }

    var name: String
    /// Bases, the nearest first.
    var bases: [String] = []
    var interfaces: [String] = []
    var members: [Member] = []
    var constructor: [Parameter] = []
    var metadata: [Metadata] = []

    init(_ traits: TraitsRef, _ parts: Parts, _ machine: AVM2Machine) throws(ScriptError) {
        try machine.link(traits)
        name = Self.name(of: traits, machine)
        var used = Set<String>()
        var place: TraitsRef? = traits
        var isFirst = true
        while let current = place {
            let isObject = current == machine.types.object
            if !isFirst { bases.append(Self.name(of: current, machine)) }
            if !(isObject && parts.contains(.hidesObject) && !isFirst) {
                let uris = try add(current, machine)
                if !isFirst { used.formUnion(uris) }
            }
            isFirst = false
            place = current.base
        }
        if parts.contains(.hidesNamespacedMethods) {
            // Namespaces that methods of a base use are the base's own matter. That of the language is another one in
            // built-in classes, all of which derive from what uses it.
            let language = String(describing: NamespaceID.as3URI)
            members.removeAll { $0.isNative ? $0.uri == language : used.contains($0.uri) }
        }
        interfaces = traits.details.allInterfaces.map { Self.name(of: $0, machine) }.sorted()
        if let initializer = traits.details.initializer { constructor = try Self.parameters(initializer, machine) }
    }

    static func name(of traits: TraitsRef, _ machine: AVM2Machine) -> String {
        machine.qualifiedText(traits.details.instanceSide ?? traits)
    }

    private static func name(of type: TypeRef, _ machine: AVM2Machine) -> String {
        switch type.kind {
        case .any, .null: "*"
        case .void: "void"
        case .int: "int"
        case .uint: "uint"
        case .number: "Number"
        case .boolean: "Boolean"
        case .string: "String"
        case .object: "Object"
        case .namespace: "Namespace"
        case .instance: type.traits.map { machine.qualifiedText($0) } ?? "*"
        }
    }

    private static func parameters(_ method: MethodRef, _ machine: AVM2Machine) throws(ScriptError) -> [Parameter] {
        if !method.pointee.flags.contains(.resolved) { try machine.resolve(method) }
        let required = Int(method.pointee.requiredCount)
        return (0..<Int(method.pointee.parameterCount)).map { index in
            let type = method.pointee.parameters![index].type
            return Parameter(type: name(of: type, machine), isOptional: index >= required)
        }
    }

    /// Adds what a class declares itself; what a derived one has declared before stays. Gives the namespaces that
    /// methods of a file's class use.
    private mutating func add(_ traits: TraitsRef, _ machine: AVM2Machine) throws(ScriptError) -> Set<String> {
        let details = traits.details
        let owner = Self.name(of: traits, machine) == name ? name : Self.name(of: traits, machine)
        let declarer = details.instanceSide == nil ? owner : machine.qualifiedText(traits)
        var metadata: [QName: [Metadata]] = [:]
        let declared: Set<QName>?
        switch details.source {
        case .file(let unit, let index):
            declared = Self.declared(unit.file.instances[index].traits, unit, &metadata)
        case .fileClass(let unit, let index):
            declared = Self.declared(unit.file.classes[index].traits, unit, &metadata)
        case .native(let table):
            let isInterface = traits.pointee.flags.contains(.interface)
            let space = isInterface ? machine.interfaceNamespace(String(describing: table.name)) : nil
            declared = Self.declared(table.members(), space, machine)
        case .nativeClass(let table): declared = Self.declared(table.staticMembers(), nil, machine)
        default: declared = nil
        }
        guard let declared else { return [] }
        let isNative = details.isNative
        var uris = Set<String>()
        for name in declared {
            guard machine.namespaces.isPublic(name.namespace),
                let binding = traits.pointee.bindings.find(name.name, name.namespace)
            else { continue }
            let uri = machine.namespaces.uri(name.namespace).text
            let text = name.name.text
            if !isNative, !uri.isEmpty, binding.kind == .method { uris.insert(uri) }
            if members.contains(where: { $0.name == text && $0.uri == uri }) { continue }
            guard
                var member = try Self.member(binding, traits, text, uri, machine)
            else { continue }
            member.declaredBy = declarer
            member.metadata = metadata[name] ?? []
            member.isNative = isNative
            members.append(member)
        }
        return uris
    }

    private static func member(
        _ binding: Binding, _ traits: TraitsRef, _ name: String, _ uri: String, _ machine: AVM2Machine
    ) throws(ScriptError) -> Member? {
        let details = traits.details
        let index = Int(binding.index)
        var member = Member(kind: .variable, name: name, uri: uri, type: "*", declaredBy: "")
        switch binding.kind {
        case .none: return nil
        case .slot, .const:
            member.kind = binding.kind == .const ? .constant : .variable
            member.type = Self.name(of: details.slots[index].type, machine)
        case .method:
            guard let method = details.methods[index] else { return nil }
            member.kind = .method
            member.parameters = try parameters(method, machine)
            member.type = Self.name(of: method.pointee.returnType, machine)
        case .getter, .getterSetter:
            guard let method = details.methods[index] else { return nil }
            if !method.pointee.flags.contains(.resolved) { try machine.resolve(method) }
            member.kind = binding.kind == .getter ? .readOnly : .readWrite
            member.type = Self.name(of: method.pointee.returnType, machine)
        case .setter:
            guard let method = details.methods[index + 1] else { return nil }
            member.kind = .writeOnly
            member.type = try parameters(method, machine).first?.type ?? "*"
        }
        return member
    }

    private static func declared(
        _ records: [TraitRecord], _ unit: ABCUnit, _ metadata: inout [QName: [Metadata]]
    ) -> Set<QName> {
        var names: Set<QName> = []
        for record in records {
            guard let name = unit.qname(record.name) else { continue }
            names.insert(name)
            for index in record.metadata where index < unit.file.metadata.count {
                let found = unit.file.metadata[index]
                let items = found.items.map { (key: unit.file.text($0.key), value: unit.file.text($0.value)) }
                metadata[name, default: []].append(Metadata(name: unit.file.text(found.name), items: items))
            }
        }
        return names
    }

    /// Of native tables only what is plainly public: the rest is how the classes are made.
    private static func declared(
        _ members: [NativeMember], _ space: NamespaceID?, _ machine: AVM2Machine
    ) -> Set<QName> {
        Set(
            members.filter {
                ($0.space == .public || $0.space == .as3) && $0.kind != .prototypeMethod && $0.kind != .prototypeValue
            }.map { QName(space ?? ($0.space == .as3 ? .as3 : .public), machine.heap.strings.pinned($0.name)) })
    }
}
