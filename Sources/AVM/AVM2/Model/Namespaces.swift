import AVM

/// A namespace by its number in the machine's table: equal namespaces have equal numbers.
public struct NamespaceID: Hashable, Sendable {
    public let raw: UInt32
    @inline(__always)
    init(_ raw: UInt32) { self.raw = raw }

    /// The public namespace without a name.
    public static let `public` = NamespaceID(0)
    /// `AS3`: the methods of the language's own classes.
    public static let as3 = NamespaceID(1)
    /// `flash_proxy`.
    public static let proxy = NamespaceID(2)
    /// Of members that natives keep from scripts.
    public static let `internal` = NamespaceID(3)

    static let as3URI: StaticString = "http://adobe.com/AS3/2006/builtin"
    static let proxyURI: StaticString = "http://www.adobe.com/2006/actionscript/flash/proxy"
}

/// What a number stands for.
struct NamespaceEntry {
    var kind: NamespaceKind
    var uri: Atom
    /// The object that scripts see, made when first asked for.
    var object: Value = .undefined
}

/// The namespaces of a machine. Those of one kind and URI are the same, private ones excepted.
public final class NamespaceTable {
    private struct Key: Hashable {
        var kind: UInt8
        var uri: Atom
    }
    private let heap: Heap
    private(set) var entries: [NamespaceEntry] = []
    private var known: [Key: NamespaceID] = [:]

    init(_ heap: Heap) {
        self.heap = heap
        _ = intern(.namespace, heap.strings.pinned(""))
        _ = intern(.namespace, heap.strings.pinned(NamespaceID.as3URI))
        _ = intern(.namespace, heap.strings.pinned(NamespaceID.proxyURI))
        _ = add(.private, heap.strings.pinned("internal"))
    }

    /// The namespace of a kind and a URI, which must be pinned.
    func intern(_ kind: NamespaceKind, _ uri: Atom) -> NamespaceID {
        // `public` in a package and a namespace of the package's name are the same.
        let kind = kind == .package ? .namespace : kind
        let key = Key(kind: kind.rawValue, uri: uri)
        if let id = known[key] { return id }
        let id = add(kind, uri)
        known[key] = id
        return id
    }

    /// A namespace that equals no other.
    func add(_ kind: NamespaceKind, _ uri: Atom) -> NamespaceID {
        entries.append(NamespaceEntry(kind: kind, uri: uri))
        return NamespaceID(UInt32(entries.count - 1))
    }

    /// The public namespace of a URI.
    public func publicNamespace(_ uri: StringRef) -> NamespaceID {
        intern(.namespace, heap.strings.pinned(uri))
    }

    public func uri(_ id: NamespaceID) -> Atom { entries[Int(id.raw)].uri }
    public func isPublic(_ id: NamespaceID) -> Bool { entries[Int(id.raw)].kind == .namespace }
    func kind(_ id: NamespaceID) -> NamespaceKind { entries[Int(id.raw)].kind }

    /// The Namespace value that stands for it.
    public func value(_ id: NamespaceID) -> Value {
        let known = entries[Int(id.raw)].object
        if !known.isUndefined { return known }
        let entry = entries[Int(id.raw)]
        let cell = heap.makeNamespace(
            kind: UInt32(entry.kind.rawValue), identity: id.raw, uri: Value(entry.uri.string), prefix: .undefined)
        let value = Value(namespace: cell)
        entries[Int(id.raw)].object = value
        return value
    }

    func visit(_ marker: inout Marker) {
        for entry in entries { marker.visit(entry.object) }
    }
}

/// A name in a namespace.
public struct QName: Hashable, Sendable {
    public var namespace: NamespaceID
    public var name: Atom

    @inline(__always)
    public init(_ namespace: NamespaceID, _ name: Atom) {
        self.namespace = namespace
        self.name = name
    }
}

/// A name as an instruction has it, with what the file knows of it: the parts that come from the stack are missing.
///
/// Lives as long as its machine, at one place.
public struct Multiname {
    public struct Flags: FlagSet, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let attribute = Flags(rawValue: 1)
        /// The name comes from the stack.
        public static let lateName = Flags(rawValue: 2)
        /// The namespace comes from the stack.
        public static let lateNamespace = Flags(rawValue: 4)
        /// `*::name`
        public static let anyNamespace = Flags(rawValue: 8)
        /// One of the namespaces is the public one: dynamic properties can be meant.
        public static let hasPublic = Flags(rawValue: 16)
        /// `Vector.<T>`.
        public static let generic = Flags(rawValue: 32)
        /// Exactly one namespace, written as such.
        public static let qualified = Flags(rawValue: 64)
    }

    /// Nil: any name (`*`), or one from the stack.
    public internal(set) var name: Atom?
    public internal(set) var namespaceCount: Int32
    public internal(set) var flags: Flags
    public internal(set) var namespaces: UnsafePointer<NamespaceID>
    /// Generic: the parameter.
    var parameter: UnsafeMutablePointer<Multiname>?

    public var isLate: Bool { !flags.isDisjoint(with: [.lateName, .lateNamespace]) }
    var namespaceList: UnsafeBufferPointer<NamespaceID> {
        UnsafeBufferPointer(start: namespaces, count: Int(namespaceCount))
    }
}

public typealias MultinameRef = UnsafeMutablePointer<Multiname>
