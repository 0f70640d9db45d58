import AVM

/// An application domain: which names mean which definitions. A name is looked for in the parent first.
public final class Domain {
    public let parent: Domain?
    /// Classes and interfaces by name, whether or not their scripts have run.
    private(set) var types: [QName: TraitsRef] = [:]
    private(set) var definitions: [QName: Definition] = [:]
    /// `Vector.<T>` by what it is of.
    var vectors: [TypeRef: TraitsRef] = [:]
    /// Native state of the player's own, such as the movie it belongs to.
    public var owner: AnyObject?
    /// `ApplicationDomain.domainMemory`: what the memory opcodes work on.
    public var memory: DomainMemory?

    /// The memory that there is where no script has given any.
    private lazy var standardMemory = ByteArrayState(ByteStorage([UInt8](repeating: 0, count: 1024)))
    var memoryInUse: any DomainMemory { memory ?? standardMemory }

    public init(parent: Domain?) { self.parent = parent }

    func addType(_ name: QName, _ traits: TraitsRef) {
        if types[name] == nil { types[name] = traits }
    }

    func addDefinition(_ name: QName, _ definition: Definition) {
        if definitions[name] == nil { definitions[name] = definition }
    }

    public func type(_ name: QName) -> TraitsRef? { parent?.type(name) ?? types[name] }
    func definition(_ name: QName) -> Definition? { parent?.definition(name) ?? definitions[name] }

    func type(_ name: Atom, _ namespaces: UnsafeBufferPointer<NamespaceID>) -> TraitsRef? {
        for namespace in namespaces {
            if let found = type(QName(namespace, name)) { return found }
        }
        return nil
    }

    func definition(_ name: Atom, _ namespaces: UnsafeBufferPointer<NamespaceID>) -> (Definition, NamespaceID)? {
        for namespace in namespaces {
            if let found = definition(QName(namespace, name)) { return (found, namespace) }
        }
        return nil
    }

    /// Names that this domain itself defines, publicly.
    public var definedNames: [QName] { Array(definitions.keys) }
}

/// Where a name is defined.
enum Definition {
    case script(Script)
    case nativeClass(TraitsRef)
    case nativeFunction(Int)
    case nativeConstant(Value)
}

/// Memory that the opcodes `li8` … `sf64` read and write.
public protocol DomainMemory: AnyObject {
    var memoryBase: UnsafeMutableRawPointer? { get }
    var memoryCount: Int { get }
}

/// A script of a file: its global object, and code that runs when a name of it is first used.
public final class Script {
    let unit: ABCUnit
    let index: Int
    let traits: TraitsRef
    var global: Object?
    enum State { case fresh, running, done }
    var state = State.fresh

    init(unit: ABCUnit, index: Int, traits: TraitsRef) {
        self.unit = unit
        self.index = index
        self.traits = traits
    }
}
