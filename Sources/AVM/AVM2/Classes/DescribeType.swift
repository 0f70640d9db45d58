import AVM

/// `flash.utils.describeType` and `avmplus.describeTypeJSON`.
enum DescribeType {
    static let functions: [NativeFunction] = [
        NativeFunction("flash.utils.describeType", "(value:*):XML") { (call) throws(ScriptError) in
            // Quirk: `avmplus.describeType` has a type for undefined, this has none.
            if call[0].isUndefined { throw call.machine.nullReference(call[0]) }
            return try describe(call, .flash10)
        },
        NativeFunction("avmplus.describeType", "(value:*, flags:uint):XML") { (call) throws(ScriptError) in
            try describe(call, TypeDescription.Parts(rawValue: call.uint(1)))
        },
        NativeFunction(internal: "avmplus.describeTypeJSON", "(o:*, flags:uint):Object", describeJSON),
        NativeFunction("avmplus.getQualifiedClassName", "(value:*):String") { (call) throws(ScriptError) in
            call.text(UtilityFunctions.qualifiedName(of: call[0], call.machine))
        },
    ]

    /// The flags of package `avmplus`.
    static let constants: [(StaticString, Value)] = [
        ("avmplus.HIDE_NSURI_METHODS", Value(0x0001)), ("avmplus.INCLUDE_BASES", Value(0x0002)),
        ("avmplus.INCLUDE_INTERFACES", Value(0x0004)), ("avmplus.INCLUDE_VARIABLES", Value(0x0008)),
        ("avmplus.INCLUDE_ACCESSORS", Value(0x0010)), ("avmplus.INCLUDE_METHODS", Value(0x0020)),
        ("avmplus.INCLUDE_METADATA", Value(0x0040)), ("avmplus.INCLUDE_CONSTRUCTOR", Value(0x0080)),
        ("avmplus.INCLUDE_TRAITS", Value(0x0100)), ("avmplus.USE_ITRAITS", Value(0x0200)),
        ("avmplus.HIDE_OBJECT", Value(0x0400)), ("avmplus.FLASH10_FLAGS", Value(0x05FF)),
    ]

    // MARK: XML

    private static func describe(
        _ call: NativeCall, _ parts: TypeDescription.Parts
    ) throws(ScriptError) -> Value {
        let machine = call.machine
        guard let traits = machine.traits(of: call[0]) else {
            let node = element("type")
            attribute(node, "name", call[0].isNull ? "null" : "void")
            for name in ["isDynamic", "isFinal", "isStatic"] {
                attribute(node, name, name == "isFinal" ? "true" : "false")
            }
            return machine.xml.value(node)
        }
        let node = element("type")
        let isStatic = traits.details.instanceSide != nil
        attribute(node, "name", UtilityFunctions.qualifiedName(of: call[0], machine))
        let shown = call[0].isNumber ? typeOfNumber(call[0], machine) : traits
        let description = try TypeDescription(shown, parts, machine)
        if let base = description.bases.first { attribute(node, "base", base) }
        attribute(node, "isDynamic", String(shown.pointee.flags.contains(.dynamic)))
        attribute(node, "isFinal", String(shown.pointee.flags.contains(.final)))
        attribute(node, "isStatic", String(isStatic))
        fill(node, description, parts, isStatic: isStatic)
        if let instance = shown.details.instanceSide {
            let factory = element("factory")
            let description = try TypeDescription(instance, parts, machine)
            attribute(factory, "type", description.name)
            fill(factory, description, parts, isStatic: false)
            node.append(factory)
        }
        return machine.xml.value(node)
    }

    private static func typeOfNumber(_ value: Value, _ machine: AVM2Machine) -> TraitsRef {
        Value(value.unsafeNumber).isInt ? machine.types.int : machine.types.number
    }

    private static func fill(
        _ node: XMLNode, _ description: TypeDescription, _ parts: TypeDescription.Parts, isStatic: Bool
    ) {
        guard parts.contains(.traits) else { return }
        for base in parts.contains(.bases) ? description.bases : [] {
            let child = element("extendsClass")
            attribute(child, "type", base)
            node.append(child)
        }
        for interface in parts.contains(.interfaces) ? description.interfaces : [] {
            let child = element("implementsInterface")
            attribute(child, "type", interface)
            node.append(child)
        }
        if !isStatic, parts.contains(.constructor), !description.constructor.isEmpty {
            let child = element("constructor")
            add(description.constructor, to: child)
            node.append(child)
        }
        for member in description.members where parts.contains(member.kind.part) {
            node.append(self.member(member, parts))
        }
        guard parts.contains(.metadata) else { return }
        for metadata in description.metadata { node.append(self.metadata(metadata)) }
    }

    private static func member(_ member: TypeDescription.Member, _ parts: TypeDescription.Parts) -> XMLNode {
        let node: XMLNode
        switch member.kind {
        case .variable, .constant:
            node = element(member.kind == .constant ? "constant" : "variable")
            attribute(node, "name", member.name)
            attribute(node, "type", member.type)
        case .readOnly, .writeOnly, .readWrite:
            node = element("accessor")
            attribute(node, "name", member.name)
            attribute(node, "access", access(member.kind))
            attribute(node, "type", member.type)
            attribute(node, "declaredBy", member.declaredBy)
        case .method:
            node = element("method")
            attribute(node, "name", member.name)
            attribute(node, "declaredBy", member.declaredBy)
            attribute(node, "returnType", member.type)
            add(member.parameters, to: node)
        }
        if !member.uri.isEmpty { attribute(node, "uri", member.uri) }
        if parts.contains(.metadata) { for metadata in member.metadata { node.append(self.metadata(metadata)) } }
        return node
    }

    private static func access(_ kind: TypeDescription.Member.Kind) -> String {
        switch kind {
        case .readOnly, .constant: "readonly"
        case .writeOnly: "writeonly"
        default: "readwrite"
        }
    }

    private static func add(_ parameters: [TypeDescription.Parameter], to node: XMLNode) {
        for (index, parameter) in parameters.enumerated() {
            let child = element("parameter")
            attribute(child, "index", String(index + 1))
            attribute(child, "type", parameter.type)
            attribute(child, "optional", String(parameter.isOptional))
            node.append(child)
        }
    }

    private static func metadata(_ metadata: TypeDescription.Metadata) -> XMLNode {
        let node = element("metadata")
        attribute(node, "name", metadata.name)
        for item in metadata.items {
            let child = element("arg")
            attribute(child, "key", item.key)
            attribute(child, "value", item.value)
            node.append(child)
        }
        return node
    }

    private static func element(_ name: String) -> XMLNode { XMLNode(.element, name: XMLName(Array(name.utf16))) }

    private static func attribute(_ node: XMLNode, _ name: String, _ value: String) {
        node.append(attribute: XMLNode(.attribute, name: XMLName(Array(name.utf16)), value: Array(value.utf16)))
    }

    // MARK: Objects

    private static func describeJSON(_ call: NativeCall) throws(ScriptError) -> Value {
        let machine = call.machine
        let parts = TypeDescription.Parts(rawValue: call.uint(1))
        guard var traits = machine.traits(of: call[0]) else { return .null }
        if call[0].isNumber { traits = typeOfNumber(call[0], machine) }
        if parts.contains(.usesInstanceSide) {
            guard let instance = traits.details.instanceSide else { return .null }
            traits = instance
        }
        let description = try TypeDescription(traits, parts, machine)
        // The objects in the making are held by nothing that the collector sees.
        machine.heap.pauseDepth += 1
        defer { machine.heap.pauseDepth -= 1 }
        let writer = DescriptionObjects(machine: machine, parts: parts)
        return writer.object([
            ("name", machine.string(description.name)),
            ("isDynamic", Value(traits.pointee.flags.contains(.dynamic))),
            ("isFinal", Value(traits.pointee.flags.contains(.final))),
            ("isStatic", Value(traits.details.instanceSide != nil)),
            ("traits", parts.contains(.traits) ? writer.traits(description) : .null),
        ])
    }
}

/// Makes plain objects of a description.
private struct DescriptionObjects {
    let machine: AVM2Machine
    let parts: TypeDescription.Parts

    func object(_ fields: [(StaticString, Value)]) -> Value {
        let object = machine.makeObject()
        for (name, value) in fields { machine.setDynamic(machine.heap.strings.pinned(name), value, on: object) }
        return Value(object)
    }

    private func array(_ values: [Value]) -> Value { Value(machine.makeArray(values)) }

    func traits(_ description: TypeDescription) -> Value {
        let variables = description.members.filter { $0.kind == .variable || $0.kind == .constant }
        let methods = description.members.filter { $0.kind == .method }
        let accessors = description.members.filter {
            $0.kind == .readOnly || $0.kind == .writeOnly || $0.kind == .readWrite
        }
        func part(_ part: TypeDescription.Parts, _ make: () -> Value) -> Value {
            parts.contains(part) ? make() : .null
        }
        return object([
            ("bases", part(.bases) { array(description.bases.map { machine.string($0) }) }),
            ("interfaces", part(.interfaces) { array(description.interfaces.map { machine.string($0) }) }),
            ("metadata", part(.metadata) { array(description.metadata.map { metadata($0) }) }),
            ("accessors", part(.accessors) { array(accessors.map { accessor($0) }) }),
            ("methods", part(.methods) { array(methods.map { method($0) }) }),
            ("variables", part(.variables) { array(variables.map { variable($0) }) }),
            (
                "constructor",
                part(.constructor) {
                    description.constructor.isEmpty ? .null : array(description.constructor.map { parameter($0) })
                }
            ),
        ])
    }

    private func uri(_ member: TypeDescription.Member) -> Value {
        member.uri.isEmpty ? .null : machine.string(member.uri)
    }

    private func metadata(_ member: TypeDescription.Member) -> Value {
        guard parts.contains(.metadata) else { return .null }
        return array(member.metadata.map { metadata($0) })
    }

    private func metadata(_ metadata: TypeDescription.Metadata) -> Value {
        object([
            ("name", machine.string(metadata.name)),
            (
                "value",
                array(
                    metadata.items.map {
                        object([("key", machine.string($0.key)), ("value", machine.string($0.value))])
                    })
            ),
        ])
    }

    private func parameter(_ parameter: TypeDescription.Parameter) -> Value {
        object([("type", machine.string(parameter.type)), ("optional", Value(parameter.isOptional))])
    }

    private func variable(_ member: TypeDescription.Member) -> Value {
        object([
            ("name", machine.string(member.name)), ("type", machine.string(member.type)),
            ("access", machine.string(member.kind == .constant ? "readonly" : "readwrite")), ("uri", uri(member)),
            ("metadata", metadata(member)),
        ])
    }

    private func accessor(_ member: TypeDescription.Member) -> Value {
        let access = member.kind == .readOnly ? "readonly" : member.kind == .writeOnly ? "writeonly" : "readwrite"
        return object([
            ("name", machine.string(member.name)), ("type", machine.string(member.type)),
            ("access", machine.string(access)), ("declaredBy", machine.string(member.declaredBy)),
            ("uri", uri(member)), ("metadata", metadata(member)),
        ])
    }

    private func method(_ member: TypeDescription.Member) -> Value {
        object([
            ("name", machine.string(member.name)), ("returnType", machine.string(member.type)),
            ("declaredBy", machine.string(member.declaredBy)),
            ("parameters", array(member.parameters.map { parameter($0) })), ("uri", uri(member)),
            ("metadata", metadata(member)),
        ])
    }
}
