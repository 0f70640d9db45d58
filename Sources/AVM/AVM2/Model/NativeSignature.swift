import AVM

/// A signature of a native table, read: `(x:Number = 0, name:String = null, ...rest):Array`.
public struct NativeSignature: Sendable {
    public struct Parameter: Sendable {
        public var name: String
        public var type: String
        /// As written; nil where there is none.
        public var defaultText: String?
    }
    public private(set) var parameters: [Parameter] = []
    public private(set) var hasRest = false
    /// "*" where none is written.
    public private(set) var returnType = "*"

    public init(_ text: StaticString) {
        let source = String(describing: text)
        guard let open = source.firstIndex(of: "("), let close = source.lastIndex(of: ")") else {
            // A property: ":Type".
            if source.hasPrefix(":") { returnType = String(source.dropFirst()) }
            return
        }
        for part in Self.split(source[source.index(after: open)..<close]) {
            if part.hasPrefix("...") {
                hasRest = true
                continue
            }
            var rest = Substring(part)
            var defaultText: String?
            if let equals = rest.firstIndex(of: "=") {
                defaultText = Self.trimmed(rest[rest.index(after: equals)...])
                rest = rest[..<equals]
            }
            let colon = rest.firstIndex(of: ":")
            let name = Self.trimmed(colon.map { rest[..<$0] } ?? rest)
            let type = colon.map { Self.trimmed(rest[rest.index(after: $0)...]) } ?? "*"
            parameters.append(Parameter(name: name, type: type, defaultText: defaultText))
        }
        let tail = source[source.index(after: close)...]
        if let colon = tail.firstIndex(of: ":") { returnType = Self.trimmed(tail[tail.index(after: colon)...]) }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }

    /// Parts between commas that are not within a text.
    private static func split(_ text: Substring) -> [String] {
        var parts: [String] = []
        var current = ""
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == "," && !isQuoted {
                parts.append(trimmed(Substring(current)))
                current = ""
            } else {
                current.append(character)
            }
        }
        let last = trimmed(Substring(current))
        if !last.isEmpty { parts.append(last) }
        return parts
    }
}

extension AVM2Machine {
    /// The type that a signature names: "*", "void", "int", "flash.geom.Point", "Vector.<Number>".
    public func type(named text: String) -> TypeRef {
        switch text {
        case "*", "": return .any
        case "void": return .void
        case "int": return .int
        case "uint": return .uint
        case "Number": return .number
        case "Boolean": return .boolean
        case "String": return .string
        case "Object": return .object
        default: break
        }
        if text.hasPrefix("Vector.<"), text.hasSuffix(">") {
            let element = type(named: String(text.dropFirst(8).dropLast()))
            return vectorTraits(of: element).map { .instance($0) } ?? .any
        }
        return traits(named: text).map { type(of: $0) } ?? .any
    }

    /// The traits of a built-in class by its dotted name.
    public func traits(named text: String) -> TraitsRef? {
        let name = qname(dotted: text)
        return systemDomain.type(name) ?? hiddenTypes[name]
    }

    /// "flash.geom.Point" as a name.
    public func qname(dotted text: String) -> QName {
        guard let dot = text.lastIndex(of: ".") else { return QName(.public, atom(text)) }
        let package = heap.makeString(String(text[..<dot]))
        return QName(namespaces.publicNamespace(package), atom(String(text[text.index(after: dot)...])))
    }

    /// The type whose instances a class's are.
    func type(of traits: TraitsRef) -> TypeRef {
        switch traits {
        case types.int: .int
        case types.uint: .uint
        case types.number: .number
        case types.boolean: .boolean
        case types.string: .string
        case types.object: .object
        case types.namespace: .namespace
        default: .instance(traits)
        }
    }

    func defaultValue(_ text: String, of type: TypeRef) -> Value {
        switch text {
        case "null": return .null
        case "undefined": return .undefined
        case "true": return .true
        case "false": return .false
        case "NaN": return .nan
        case "Infinity": return Value(double: .infinity)
        case "-Infinity": return Value(double: -.infinity)
        default: break
        }
        if text.hasPrefix("\"") {
            return Value(heap.strings.pinned(heap.makeString(String(text.dropFirst().dropLast()))).string)
        }
        let number: Double
        if text.hasPrefix("0x"), let hex = UInt32(text.dropFirst(2), radix: 16) {
            number = Double(hex)
        } else {
            guard let plain = Double(text) else { preconditionFailure("bad default in a native table: \(text)") }
            number = plain
        }
        return type.kind == .number ? Value(double: number) : Value(number)
    }

    /// Settles the types of parameters and of the result, which are looked up when the method is first needed.
    func resolve(_ method: MethodRef) throws(ScriptError) {
        guard !method.pointee.flags.contains(.resolved) else { return }
        switch method.details.source {
        case .native(let signature, _): resolveNative(method, signature)
        case .file(let unit, let index): try resolveFile(method, unit, index)
        }
        let count = Int(method.pointee.parameterCount)
        let isUntyped =
            method.pointee.requiredCount == method.pointee.parameterCount
            && (0..<count).allSatisfy { method.pointee.parameters![$0].type.kind == .any }
        if isUntyped { method.pointee.flags.insert(.untyped) }
        method.pointee.flags.insert(.resolved)
    }

    private func resolveNative(_ method: MethodRef, _ signature: StaticString) {
        let read = NativeSignature(signature)
        method.pointee.returnType = type(named: read.returnType)
        // The tables' text of a setter gives the type only: its one parameter.
        if method.pointee.flags.contains(.isSetter) {
            let parameters = arena.allocate(Parameter.self)
            parameters.initialize(to: Parameter(type: method.pointee.returnType, defaultValue: .undefined))
            method.pointee.parameters = parameters
            method.pointee.parameterCount = 1
            method.pointee.requiredCount = 1
            method.pointee.returnType = .void
            return
        }
        let parameters = arena.allocate(Parameter.self, count: read.parameters.count)
        var required = 0
        for (index, parameter) in read.parameters.enumerated() {
            let type = type(named: parameter.type)
            if parameter.defaultText == nil { required = index + 1 }
            (parameters + index).initialize(
                to: Parameter(
                    type: type, defaultValue: parameter.defaultText.map { defaultValue($0, of: type) } ?? .undefined))
        }
        method.pointee.parameters = parameters
        method.pointee.parameterCount = UInt16(clamping: read.parameters.count)
        method.pointee.requiredCount = UInt16(clamping: required)
        if read.hasRest { method.pointee.flags.insert(.takesMore) }
    }

    private func resolveFile(_ method: MethodRef, _ unit: ABCUnit, _ index: Int) throws(ScriptError) {
        let record = unit.file.methods[index]
        let parameters = arena.allocate(Parameter.self, count: record.parameters.count)
        let required = record.parameters.count - record.optionals.count
        for (place, name) in record.parameters.enumerated() {
            let type = try self.type(name, in: unit)
            var value = Value.undefined
            if place >= required {
                let constant = record.optionals[place - required]
                // Index 0 is the default of the type, except for the kinds that mean themselves.
                value = unit.constant(constant) ?? .undefined
                if constant.index == 0 && constant.kind == 0 { value = type.defaultValue }
                value = try coerce(value, to: type)
            }
            (parameters + place).initialize(to: Parameter(type: type, defaultValue: value))
        }
        method.pointee.parameters = parameters
        method.pointee.returnType = try type(record.returnType, in: unit)
    }

    /// The type that a multiname of a file names. Throws #1014 where there is no such class.
    func type(_ index: Int, in unit: ABCUnit) throws(ScriptError) -> TypeRef {
        if index == 0 { return .any }
        guard let name = unit.multiname(index) else { throw verifyError(1107) }
        return try type(name, in: unit.domain)
    }

    func type(_ name: MultinameRef, in domain: Domain) throws(ScriptError) -> TypeRef {
        guard let atom = name.pointee.name else { return .any }
        if name.pointee.flags.contains(.generic) {
            let element = try name.pointee.parameter.map { (n) throws(ScriptError) in try type(n, in: domain) } ?? .any
            guard let traits = vectorTraits(of: element) else { throw verifyError(1014, describe(name)) }
            return .instance(traits)
        }
        if let traits = domain.type(atom, name.pointee.namespaceList) { return type(of: traits) }
        if name.pointee.flags.contains(.anyNamespace), let traits = domain.type(QName(.public, atom)) {
            return type(of: traits)
        }
        if atom.string.equals("void"), name.pointee.flags.contains(.hasPublic) { return .void }
        throw verifyError(1014, describe(name))
    }
}
