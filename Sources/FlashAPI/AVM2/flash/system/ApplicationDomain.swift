import AVM
import AVM2

/// Native state of a `flash.system.ApplicationDomain`.
public final class DomainState: NativeState {
    public var domain: Domain
    init(_ domain: Domain) { self.domain = domain }
}

/// `flash.system.ApplicationDomain`.
public enum ApplicationDomainClass {
    static let table: NativeClassTable = {
        var table = NativeClassTable(
            "flash.system.ApplicationDomain", .final,
            constructor: "(parentDomain:flash.system.ApplicationDomain = null)")
        table.members = { members }
        table.staticMembers = {
            [
                NativeMember(get: "currentDomain", ":flash.system.ApplicationDomain") { (call) throws(ScriptError) in
                    Value(try object(for: call.machine.callingDomain, call.machine))
                },
                NativeMember(get: "MIN_DOMAIN_MEMORY_LENGTH", ":uint") { (_) throws(ScriptError) in Value(Int32(1024))
                },
            ]
        }
        table.makeState = { machine, _ in DomainState(machine.systemDomain) }
        table.initialize = initialize
        return table
    }()

    private static let members: [NativeMember] = [
        NativeMember(get: "parentDomain", ":flash.system.ApplicationDomain", parentDomain),
        NativeMember(property: "domainMemory", ":flash.utils.ByteArray", get: domainMemory, set: setDomainMemory),
        NativeMember(method: "getDefinition", "(name:String):Object", getDefinition),
        NativeMember(method: "hasDefinition", "(name:String):Boolean", hasDefinition),
        NativeMember(method: "getQualifiedDefinitionNames", "():Vector.<String>", definitionNames),
    ]

    /// A new object that stands for a domain: scripts never see the same one twice.
    public static func object(for domain: Domain, _ machine: AVM2Machine) throws(ScriptError) -> Object {
        guard let traits = machine.traits(named: "flash.system.ApplicationDomain") else {
            throw machine.nullReference(.undefined)
        }
        _ = try machine.classObject(traits)
        let made = machine.instantiate(traits)
        made.native(as: DomainState.self)?.domain = domain
        return made
    }

    private static func initialize(_ call: NativeCall) throws(ScriptError) -> Value {
        let parent = call.object(0)?.native(as: DomainState.self)?.domain ?? call.machine.systemDomain
        try call.state(DomainState.self).domain = Domain(parent: parent)
        return .undefined
    }

    /// The domain of the player's own classes is not shown.
    private static func parentDomain(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let parent = try call.state(DomainState.self).domain.parent, parent !== call.machine.systemDomain else {
            return .null
        }
        return Value(try object(for: parent, call.machine))
    }

    /// The definition that a text names, "a.b.C" or "a.b::C"; nil where there is none.
    private static func lookUp(_ call: NativeCall) throws(ScriptError) -> Value? {
        let text = try call.requiredText(0, "name").text
        let dotted = text.split(separator: "::", maxSplits: 1).joined(separator: ".")
        return try call.machine.lookUp(
            call.machine.qname(dotted: dotted), in: try call.state(DomainState.self).domain)
    }

    private static func getDefinition(_ call: NativeCall) throws(ScriptError) -> Value {
        guard let found = try lookUp(call) else {
            let name = call.text(0)
            let start = name.lastIndex { $0 == "." || $0 == ":" }.map { name.index(after: $0) } ?? name.startIndex
            throw call.machine.makeError(.reference, 1065, [String(name[start...])])
        }
        return found
    }

    private static func hasDefinition(_ call: NativeCall) throws(ScriptError) -> Value {
        Value(try lookUp(call) != nil)
    }

    private static func definitionNames(_ call: NativeCall) throws(ScriptError) -> Value {
        let names = try call.state(DomainState.self).domain.definedNames
            .filter { call.machine.namespaces.isPublic($0.namespace) }
            .map { call.machine.describe($0).text }.sorted()
        let (object, state) = try call.machine.makeVector(of: .string, count: names.count)
        for (index, name) in names.enumerated() { state.elements[index] = call.machine.string(name) }
        return Value(object)
    }

    private static func domainMemory(_ call: NativeCall) throws(ScriptError) -> Value {
        call.machine.keptValues[memoryKey(try call.state(DomainState.self).domain)] ?? .null
    }

    private static func memoryKey(_ domain: Domain) -> String {
        "flash.system.ApplicationDomain.domainMemory \(UInt(bitPattern: ObjectIdentifier(domain).hashValue))"
    }

    private static func setDomainMemory(_ call: NativeCall) throws(ScriptError) -> Value {
        let domain = try call.state(DomainState.self).domain
        guard let bytes = call.object(0)?.native(as: ByteArrayState.self) else {
            domain.memory = nil
            call.machine.keptValues[memoryKey(domain)] = nil
            return .undefined
        }
        guard bytes.storage.count >= 1024 else { throw call.machine.makeError(.error, 1504) }
        domain.memory = bytes
        call.machine.keptValues[memoryKey(domain)] = call[0]
        return .undefined
    }
}
