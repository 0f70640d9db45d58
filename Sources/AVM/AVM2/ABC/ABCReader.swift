import Base

/// Why bytes are no ABC file.
public enum ABCError: Error, Equatable, Sendable {
    /// Neither 46.16 nor a version that Flash reads as such.
    case badVersion(major: UInt16, minor: UInt16)
    case truncated(offset: Int)
    case badValue(String, offset: Int)
}

extension ABCFile {
    /// Reads the ABC file in `range` of `bytes`.
    public convenience init(_ bytes: [UInt8], in range: Range<Int>) throws(ABCError) {
        var reader = ABCReader(bytes, in: range)
        self.init(try reader.read())
    }
}

/// Reads an ABC file front to back. Counts are believed only as far as the bytes go.
struct ABCReader {
    private var reader: ByteReader
    private var parts: ABCParts

    init(_ bytes: [UInt8], in range: Range<Int>) {
        reader = ByteReader(bytes, in: range)
        parts = ABCParts(bytes: bytes)
    }

    mutating func read() throws(ABCError) -> ABCParts {
        let minor = try u16()
        let major = try u16()
        guard major == 46 || major == 47 else { throw .badVersion(major: major, minor: minor) }
        try readPools()
        parts.methods = try list(try count()) { (reader) throws(ABCError) in try reader.method() }
        parts.metadata = try list(try count()) { (reader) throws(ABCError) in try reader.metadata() }
        let classCount = try count()
        parts.instances = try list(classCount) { (reader) throws(ABCError) in try reader.instance() }
        parts.classes = try list(classCount) { (reader) throws(ABCError) in
            ClassRecord(initializer: try reader.u30(), traits: try reader.traits())
        }
        parts.scripts = try list(try count()) { (reader) throws(ABCError) in
            ScriptRecord(initializer: try reader.u30(), traits: try reader.traits())
        }
        for _ in 0..<(try count()) {
            let body = try self.body()
            // The first body of a method counts.
            if parts.bodies[body.method] == nil { parts.bodies[body.method] = body }
        }
        return parts
    }

    // MARK: Pools

    private mutating func readPools() throws(ABCError) {
        parts.ints = [0] + (try pool { (reader) throws(ABCError) in Int32(bitPattern: try reader.u32()) })
        parts.uints = [0] + (try pool { (reader) throws(ABCError) in try reader.u32() })
        parts.doubles = [.nan] + (try pool { (reader) throws(ABCError) in try reader.double() })
        parts.strings = [0..<0] + (try pool { (reader) throws(ABCError) in try reader.bytes(try reader.u30()) })
        parts.namespaces =
            [NamespaceRecord(kind: .namespace, name: 0)]
            + (try pool { (reader) throws(ABCError) in try reader.namespace() })
        parts.namespaceSets =
            [[]]
            + (try pool { (reader) throws(ABCError) in
                try reader.list(try reader.count()) { (reader) throws(ABCError) in try reader.u30() }
            })
        parts.multinames =
            [.qualified(namespace: 0, name: 0, isAttribute: false)]
            + (try pool { (reader) throws(ABCError) in try reader.multiname() })
    }

    /// The entries of a pool after the default one: the count in the file is one more, or 0.
    private mutating func pool<Item>(
        _ item: (inout ABCReader) throws(ABCError) -> Item
    ) throws(ABCError) -> [Item] {
        let count = try u30()
        return count > 1 ? try list(count - 1, item) : []
    }

    private mutating func namespace() throws(ABCError) -> NamespaceRecord {
        let code = try u8()
        let name = try u30()
        guard let kind = NamespaceKind(rawValue: code) else { throw bad("namespace kind \(code)") }
        return NamespaceRecord(kind: kind, name: name)
    }

    private mutating func multiname() throws(ABCError) -> MultinameRecord {
        let kind = try u8()
        switch kind {
        case 0x07, 0x0D:
            let namespace = try u30()
            return .qualified(namespace: namespace, name: try u30(), isAttribute: kind == 0x0D)
        case 0x0F, 0x10: return .runtimeQualified(name: try u30(), isAttribute: kind == 0x10)
        case 0x11, 0x12: return .runtimeQualifiedLate(isAttribute: kind == 0x12)
        case 0x09, 0x0E:
            let name = try u30()
            return .multiname(name: name, set: try u30(), isAttribute: kind == 0x0E)
        case 0x1B, 0x1C: return .multinameLate(set: try u30(), isAttribute: kind == 0x1C)
        case 0x1D:
            let base = try u30()
            let parameters = try list(try count()) { (reader) throws(ABCError) in try reader.u30() }
            return .generic(base: base, parameters: parameters)
        default: throw bad("multiname kind \(kind)")
        }
    }

    // MARK: Methods and classes

    private mutating func method() throws(ABCError) -> MethodRecord {
        let parameterCount = try count()
        let returnType = try u30()
        let parameters = try list(parameterCount) { (reader) throws(ABCError) in try reader.u30() }
        let name = try u30()
        let flags = MethodFlags(rawValue: try u8())
        var optionals: [ConstantRecord] = []
        if flags.contains(.hasOptional) {
            optionals = try list(try count()) { (reader) throws(ABCError) in
                let index = try reader.u30()
                return ConstantRecord(kind: try reader.u8(), index: index)
            }
            if optionals.count > parameters.count { throw bad("more default values than parameters") }
        }
        if flags.contains(.hasParamNames) { for _ in parameters { _ = try u30() } }
        return MethodRecord(
            parameters: parameters, returnType: returnType, name: name, flags: flags, optionals: optionals)
    }

    private mutating func metadata() throws(ABCError) -> MetadataRecord {
        let name = try u30()
        let itemCount = try count()
        // All keys come first, then all values.
        let keys = try list(itemCount) { (reader) throws(ABCError) in try reader.u30() }
        let values = try list(itemCount) { (reader) throws(ABCError) in try reader.u30() }
        return MetadataRecord(name: name, items: Array(zip(keys, values)).map { ($0.0, $0.1) })
    }

    private mutating func instance() throws(ABCError) -> InstanceRecord {
        let name = try u30()
        let superName = try u30()
        let flags = InstanceFlags(rawValue: try u8())
        let protected = flags.contains(.protectedNamespace) ? try u30() : 0
        let interfaces = try list(try count()) { (reader) throws(ABCError) in try reader.u30() }
        let initializer = try u30()
        return InstanceRecord(
            name: name, superName: superName, flags: flags, protectedNamespace: protected, interfaces: interfaces,
            initializer: initializer, traits: try traits())
    }

    private mutating func traits() throws(ABCError) -> [TraitRecord] {
        try list(try count()) { (reader) throws(ABCError) in try reader.trait() }
    }

    private mutating func trait() throws(ABCError) -> TraitRecord {
        let name = try u30()
        let tag = try u8()
        let id = try u30()
        let index = try u30()
        let kind: TraitRecord.Kind
        switch tag & 15 {
        case 0, 6:
            let value = try u30()
            let constant = value == 0 ? nil : ConstantRecord(kind: try u8(), index: value)
            kind = .slot(id: id, type: index, value: constant, isConst: tag & 15 == 6)
        case 1: kind = .method(id: id, method: index)
        case 2: kind = .getter(id: id, method: index)
        case 3: kind = .setter(id: id, method: index)
        case 4: kind = .class(id: id, index: index)
        case 5: kind = .function(id: id, method: index)
        default: throw bad("trait kind \(tag & 15)")
        }
        var metadata: [Int] = []
        if tag & 0x40 != 0 { metadata = try list(try count()) { (reader) throws(ABCError) in try reader.u30() } }
        return TraitRecord(
            name: name, kind: kind, isFinal: tag & 0x10 != 0, isOverride: tag & 0x20 != 0, metadata: metadata)
    }

    private mutating func body() throws(ABCError) -> BodyRecord {
        let method = try u30()
        let maxStack = try u30()
        let localCount = try u30()
        let initScopeDepth = try u30()
        let maxScopeDepth = try u30()
        let code = try bytes(try u30())
        let exceptions = try list(try count()) { (reader) throws(ABCError) in
            ExceptionRecord(
                from: try reader.u30(), to: try reader.u30(), target: try reader.u30(), type: try reader.u30(),
                variable: try reader.u30())
        }
        return BodyRecord(
            method: method, maxStack: maxStack, localCount: localCount, initScopeDepth: initScopeDepth,
            maxScopeDepth: maxScopeDepth, code: code, exceptions: exceptions, traits: try traits())
    }

    // MARK: Fields

    private func bad(_ what: String) -> ABCError { .badValue(what, offset: reader.position) }

    private mutating func list<Item>(
        _ count: Int, _ item: (inout ABCReader) throws(ABCError) -> Item
    ) throws(ABCError) -> [Item] {
        var items: [Item] = []
        items.reserveCapacity(min(count, reader.remaining))
        for _ in 0..<count { items.append(try item(&self)) }
        return items
    }

    /// A count of things of a byte at least, so no more than there are bytes.
    private mutating func count() throws(ABCError) -> Int {
        let count = try u30()
        if count > reader.remaining { throw .truncated(offset: reader.end) }
        return count
    }

    private mutating func u8() throws(ABCError) -> UInt8 {
        try field { (reader) throws(DecodeError) in try reader.u8() }
    }
    private mutating func u16() throws(ABCError) -> UInt16 {
        try field { (reader) throws(DecodeError) in try reader.u16() }
    }
    private mutating func u32() throws(ABCError) -> UInt32 {
        try field { (reader) throws(DecodeError) in try reader.encodedU32() }
    }
    private mutating func u30() throws(ABCError) -> Int { Int(try u32() & 0x3FFF_FFFF) }
    private mutating func double() throws(ABCError) -> Double {
        try field { (reader) throws(DecodeError) in try reader.double() }
    }
    private mutating func bytes(_ count: Int) throws(ABCError) -> Range<Int> {
        try field { (reader) throws(DecodeError) in try reader.range(count: count) }
    }

    private mutating func field<Result>(
        _ body: (inout ByteReader) throws(DecodeError) -> Result
    ) throws(ABCError) -> Result {
        do throws(DecodeError) {
            return try body(&reader)
        } catch {
            throw .truncated(offset: reader.position)
        }
    }
}
