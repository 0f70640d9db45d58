import AVM

/// What a class declares for its instances (or for the class object itself, a script, an activation): where each name
/// lies. Plain data at one place for the life of the machine: registers, cells and instructions point at it.
public struct Traits {
    public struct Flags: FlagSet, Sendable {
        public let rawValue: UInt16
        public init(rawValue: UInt16) { self.rawValue = rawValue }
        /// Instances take properties that the class does not declare.
        public static let dynamic = Flags(rawValue: 1 << 0)
        public static let final = Flags(rawValue: 1 << 1)
        public static let interface = Flags(rawValue: 1 << 2)
        /// Names are in their places.
        static let linked = Flags(rawValue: 1 << 3)
        static let linking = Flags(rawValue: 1 << 4)
        /// Scripts cannot make instances.
        public static let abstract = Flags(rawValue: 1 << 5)
        /// Instances have properties beyond slots: arrays, XML, proxies …
        public static let exotic = Flags(rawValue: 1 << 6)
        /// Traits of a class object.
        static let classSide = Flags(rawValue: 1 << 7)
        static let script = Flags(rawValue: 1 << 8)
        static let activation = Flags(rawValue: 1 << 9)
        /// Methods can be called, but are no properties: a name means an element, as in XML.
        public static let hidesMethods = Flags(rawValue: 1 << 10)
        /// Instances have native state.
        static let stateful = Flags(rawValue: 1 << 11)
        /// `new` is done by a function of its own.
        static let constructsItself = Flags(rawValue: 1 << 12)

        /// Making an instance takes more than running a constructor. (One constant: a list of flags is made anew each
        /// time where it is not folded.)
        static let needsMoreThanNew = Flags(rawValue: 1 << 2 | 1 << 5 | 1 << 12)

        static let all: [Flags] = [
            .dynamic, .final, .interface, .linked, .linking, .abstract, .exotic, .classSide, .script, .activation,
            .hidesMethods, .stateful, .constructsItself,
        ]
    }

    public internal(set) var flags: Flags
    public internal(set) var slotCount: Int32 = 0
    var methodCount: Int32 = 0
    /// Methods by dispatch number; nil where the number is not in use.
    var methods: UnsafeMutablePointer<MethodEnv?>?
    /// Bases of the class from the root to itself, for `is` in one step.
    var depth: Int32 = 0
    var ancestors: UnsafeMutablePointer<TraitsRef>?
    /// The prototype object of instances.
    public internal(set) var prototype: Value = .null
    /// What the slots of a new instance hold.
    var slotTemplate: UnsafeMutablePointer<Value>?
    var bindings = BindingTable()
    /// Instance side: the class object, null until it is made.
    public internal(set) var classObject: Value = .null
    /// The constructor.
    var initializer: MethodEnv?
    let details: Unmanaged<TraitsDetails>

    init(details: TraitsDetails, flags: Flags) {
        self.details = .passUnretained(details)
        self.flags = flags
    }

    /// Whether its instances are of class `other`, which is no interface.
    @inline(__always)
    func derives(from other: TraitsRef) -> Bool {
        guard depth >= other.pointee.depth, let ancestors else { return false }
        return ancestors[Int(other.pointee.depth)] == other
    }
}

public typealias TraitsRef = UnsafeMutablePointer<Traits>

extension UnsafeMutablePointer where Pointee == Traits {
    public var details: TraitsDetails { pointee.details.takeUnretainedValue() }
    public var name: QName { details.name }
    var base: TraitsRef? { details.base }
    /// The traits of the class it extends.
    public var baseTraits: TraitsRef? { details.base }
    /// A class of the player's own.
    public var isNative: Bool { details.isNative }

    /// Whether instances are of class or interface `other`.
    func isKind(of other: TraitsRef) -> Bool {
        if other.pointee.flags.contains(.interface) { return details.allInterfaces.contains(other) }
        return pointee.derives(from: other)
    }
}

/// The seldom used part of ``Traits``.
public final class TraitsDetails {
    public internal(set) var name: QName
    public internal(set) var base: TraitsRef?
    /// Those that it declares itself, and all with those of its bases.
    var interfaces: [TraitsRef] = []
    var allInterfaces: Set<TraitsRef> = []
    var protectedNamespace: NamespaceID?
    /// By slot number.
    var slots: [SlotInfo] = []
    /// By dispatch number.
    var methods: [MethodRef?] = []
    /// The class that the file or the tables describe.
    enum Source {
        case file(ABCUnit, instance: Int)
        case fileClass(ABCUnit, instance: Int)
        case script(ABCUnit, index: Int)
        case activation(ABCUnit, method: Int)
        case native(NativeClassTable)
        case nativeClass(NativeClassTable)
        case catchScope
        /// Made by the machine, such as `Vector.<Foo>`.
        case synthetic
    }
    var source: Source
    public let domain: Domain
    var initializer: MethodRef?
    /// The traits of the class object, and the other way round.
    var classSide: TraitsRef?
    var instanceSide: TraitsRef?
    /// Makes the native state of a new instance. Inherited.
    var makeState: NativeAllocator?
    /// Told of each new instance, once it has its state. Inherited.
    var didInstantiate: (@Sendable (AVM2Machine, Object) -> Void)?
    /// What runs `new`, where the class has a way of its own (`String`, `Array`, …). Inherited only by native classes.
    var construct: NativeBody?
    /// What runs a call of the class as a function; nil: a conversion to the class.
    var nativeCall: NativeBody? {
        if case .native(let table) = source { return table.call }
        // Every Vector.<T> converts as the class itself does.
        return elementType != nil ? base?.details.nativeCall : nil
    }
    /// The scope that methods see: the script's and the class's. As the verifier knows it, and as values.
    var scopeTypes: [ScopeType] = []
    var isNative: Bool {
        switch source {
        case .native, .nativeClass: true
        default: false
        }
    }
    /// `Vector.<T>`: the type of the elements.
    public internal(set) var elementType: TypeRef?

    init(name: QName, source: Source, domain: Domain) {
        self.name = name
        self.source = source
        self.domain = domain
    }
}

/// One entry of a scope chain, as the verifier knows it.
struct ScopeType {
    var type: TypeRef
    var isWith: Bool
}

struct SlotInfo {
    var name: QName
    var type: TypeRef
    /// Not yet known type: the multiname that names it.
    var isConst: Bool
    /// The class of a `class` slot, whose value, once set, stays.
    var holdsClass: Bool
}

/// Where a name lies.
public struct Binding: Equatable, Sendable {
    public enum Kind: UInt8, Sendable {
        case none, slot, const, method, getter, setter, getterSetter
    }
    public var kind: Kind
    /// A slot number, or a dispatch number; a setter's is the getter's plus 1.
    public var index: Int32

    static let none = Binding(kind: .none, index: 0)
    var isSlot: Bool { kind == .slot || kind == .const }
    var isAccessor: Bool { kind == .getter || kind == .setter || kind == .getterSetter }
}

/// Names of one ``Traits``, those of the bases included: an open-addressed table.
struct BindingTable {
    struct Entry {
        var name: Atom?
        var namespace: NamespaceID
        var binding: Binding
    }
    private(set) var entries: UnsafeMutablePointer<Entry>?
    private(set) var capacity = 0
    private(set) var count = 0

    @inline(__always)
    private static func place(_ name: Atom, _ mask: Int) -> Int { Int(name.hash) & mask }

    /// The binding of a name in a namespace.
    @inline(__always)
    func find(_ name: Atom, _ namespace: NamespaceID) -> Binding? {
        guard let entries else { return nil }
        let mask = capacity - 1
        var place = Self.place(name, mask)
        while let known = entries[place].name {
            if known == name && entries[place].namespace == namespace { return entries[place].binding }
            place = (place + 1) & mask
        }
        return nil
    }

    /// The binding of a name in the first of the namespaces that has one.
    func find(_ name: Atom, _ namespaces: UnsafeBufferPointer<NamespaceID>) -> (Binding, NamespaceID)? {
        guard let entries else { return nil }
        let mask = capacity - 1
        let start = Self.place(name, mask)
        guard entries[start].name != nil else { return nil }
        for namespace in namespaces {
            var place = start
            while let known = entries[place].name {
                if known == name && entries[place].namespace == namespace {
                    return (entries[place].binding, namespace)
                }
                place = (place + 1) & mask
            }
        }
        return nil
    }

    /// The binding of a name in whatever namespace.
    func findAny(_ name: Atom) -> (Binding, NamespaceID)? {
        guard let entries else { return nil }
        let mask = capacity - 1
        var place = Self.place(name, mask)
        while let known = entries[place].name {
            if known == name { return (entries[place].binding, entries[place].namespace) }
            place = (place + 1) & mask
        }
        return nil
    }

    mutating func set(_ name: Atom, _ namespace: NamespaceID, _ binding: Binding) {
        if (count + 1) * 4 > capacity * 3 { grow() }
        guard let entries else { return }
        let mask = capacity - 1
        var place = Self.place(name, mask)
        while let known = entries[place].name {
            if known == name && entries[place].namespace == namespace {
                entries[place].binding = binding
                return
            }
            place = (place + 1) & mask
        }
        entries[place] = Entry(name: name, namespace: namespace, binding: binding)
        count += 1
    }

    private mutating func grow() {
        let old = entries
        let oldCapacity = capacity
        capacity = max(8, capacity * 2)
        count = 0
        let fresh = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        fresh.initialize(repeating: Entry(name: nil, namespace: .public, binding: .none), count: capacity)
        entries = fresh
        for place in 0..<oldCapacity {
            if let entry = old?[place], let name = entry.name { set(name, entry.namespace, entry.binding) }
        }
        old?.deallocate()
    }

    /// A copy of its own, to be added to.
    func copied() -> BindingTable {
        var copy = BindingTable()
        copy.capacity = capacity
        copy.count = count
        if let entries {
            let fresh = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
            fresh.initialize(from: entries, count: capacity)
            copy.entries = fresh
        }
        return copy
    }

    func deallocate() { entries?.deallocate() }

    /// Every entry, in no order that means anything.
    func forEach(_ body: (Atom, NamespaceID, Binding) -> Void) {
        for place in 0..<capacity {
            if let entry = entries?[place], let name = entry.name { body(name, entry.namespace, entry.binding) }
        }
    }
}
