import Base

/// An ABC file as plain data: what a DoABC tag holds. Bodies stay byte ranges until their methods are called.
///
/// Indices are those of the file; entry 0 of a constant pool is its default. Source: AVM2 Overview (2007), chapter 4.
public final class ABCFile: Sendable {
    /// The bytes that ranges index into: the whole SWF file.
    public let bytes: [UInt8]
    let ints: [Int32]
    let uints: [UInt32]
    let doubles: [Double]
    /// UTF-8 bytes of each string.
    let strings: [Range<Int>]
    let namespaces: [NamespaceRecord]
    let namespaceSets: [[Int]]
    let multinames: [MultinameRecord]
    let methods: [MethodRecord]
    let metadata: [MetadataRecord]
    let instances: [InstanceRecord]
    let classes: [ClassRecord]
    let scripts: [ScriptRecord]
    /// By method.
    let bodies: [Int: BodyRecord]

    init(_ parts: ABCParts) {
        bytes = parts.bytes
        ints = parts.ints
        uints = parts.uints
        doubles = parts.doubles
        strings = parts.strings
        namespaces = parts.namespaces
        namespaceSets = parts.namespaceSets
        multinames = parts.multinames
        methods = parts.methods
        metadata = parts.metadata
        instances = parts.instances
        classes = parts.classes
        scripts = parts.scripts
        bodies = parts.bodies
    }

    /// A string of the pool; "" where there is none of that number.
    func text(_ index: Int) -> String {
        guard index > 0, index < strings.count else { return "" }
        return String(decoding: bytes[strings[index]], as: UTF8.self)
    }
}

/// What the reader collects, in the order of the file.
struct ABCParts {
    var bytes: [UInt8]
    var ints: [Int32] = []
    var uints: [UInt32] = []
    var doubles: [Double] = []
    var strings: [Range<Int>] = []
    var namespaces: [NamespaceRecord] = []
    var namespaceSets: [[Int]] = []
    var multinames: [MultinameRecord] = []
    var methods: [MethodRecord] = []
    var metadata: [MetadataRecord] = []
    var instances: [InstanceRecord] = []
    var classes: [ClassRecord] = []
    var scripts: [ScriptRecord] = []
    var bodies: [Int: BodyRecord] = [:]
}

/// The kinds of namespaces, by their codes.
enum NamespaceKind: UInt8, Sendable {
    case `private` = 0x05
    case namespace = 0x08
    case package = 0x16
    case packageInternal = 0x17
    case protected = 0x18
    case explicit = 0x19
    case staticProtected = 0x1A
}

struct NamespaceRecord: Equatable, Sendable {
    var kind: NamespaceKind
    /// Index into the strings; 0 of a private namespace is no name at all.
    var name: Int
}

/// A name as code refers to it. Indices into the pools; 0 is "any" for names and namespaces.
enum MultinameRecord: Equatable, Sendable {
    case qualified(namespace: Int, name: Int, isAttribute: Bool)
    /// The name comes from the stack.
    case runtimeQualified(name: Int, isAttribute: Bool)
    /// Name and namespace come from the stack.
    case runtimeQualifiedLate(isAttribute: Bool)
    case multiname(name: Int, set: Int, isAttribute: Bool)
    /// The name comes from the stack.
    case multinameLate(set: Int, isAttribute: Bool)
    /// `Vector.<T>`: a multiname and its parameters.
    case generic(base: Int, parameters: [Int])
}

struct MethodFlags: OptionSet, Sendable {
    let rawValue: UInt8
    static let needArguments = MethodFlags(rawValue: 0x01)
    static let needActivation = MethodFlags(rawValue: 0x02)
    static let needRest = MethodFlags(rawValue: 0x04)
    static let hasOptional = MethodFlags(rawValue: 0x08)
    static let ignoreRest = MethodFlags(rawValue: 0x10)
    static let native = MethodFlags(rawValue: 0x20)
    static let setDXNS = MethodFlags(rawValue: 0x40)
    static let hasParamNames = MethodFlags(rawValue: 0x80)
}

struct MethodRecord: Equatable, Sendable {
    /// Multiname of each parameter's type, 0 for any.
    var parameters: [Int]
    var returnType: Int
    /// Index into the strings.
    var name: Int
    var flags: MethodFlags
    /// Default values of the last parameters.
    var optionals: [ConstantRecord]
}

/// A constant: its kind's code and an index into the pool of that kind.
struct ConstantRecord: Equatable, Sendable {
    var kind: UInt8
    var index: Int
}

struct MetadataRecord: Equatable, Sendable {
    var name: Int
    /// Pairs of indices into the strings; key 0 where there is none.
    var items: [(key: Int, value: Int)]

    static func == (a: Self, b: Self) -> Bool {
        a.name == b.name && a.items.map(\.key) == b.items.map(\.key) && a.items.map(\.value) == b.items.map(\.value)
    }
}

struct TraitRecord: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        /// Slot number (0: the machine chooses), type, initial value.
        case slot(id: Int, type: Int, value: ConstantRecord?, isConst: Bool)
        case method(id: Int, method: Int)
        case getter(id: Int, method: Int)
        case setter(id: Int, method: Int)
        case `class`(id: Int, index: Int)
        case function(id: Int, method: Int)
    }
    /// Index into the multinames.
    var name: Int
    var kind: Kind
    var isFinal: Bool
    var isOverride: Bool
    var metadata: [Int]
}

struct InstanceFlags: OptionSet, Sendable {
    let rawValue: UInt8
    static let sealed = InstanceFlags(rawValue: 1)
    static let final = InstanceFlags(rawValue: 2)
    static let interface = InstanceFlags(rawValue: 4)
    static let protectedNamespace = InstanceFlags(rawValue: 8)
}

struct InstanceRecord: Equatable, Sendable {
    var name: Int
    var superName: Int
    var flags: InstanceFlags
    var protectedNamespace: Int
    var interfaces: [Int]
    var initializer: Int
    var traits: [TraitRecord]
}

struct ClassRecord: Equatable, Sendable {
    var initializer: Int
    var traits: [TraitRecord]
}

struct ScriptRecord: Equatable, Sendable {
    var initializer: Int
    var traits: [TraitRecord]
}

struct ExceptionRecord: Equatable, Sendable {
    /// Byte offsets within the code.
    var from, to, target: Int
    /// Multinames, 0 for any.
    var type, variable: Int
}

struct BodyRecord: Equatable, Sendable {
    var method: Int
    var maxStack, localCount, initScopeDepth, maxScopeDepth: Int
    var code: Range<Int>
    var exceptions: [ExceptionRecord]
    var traits: [TraitRecord]
}
