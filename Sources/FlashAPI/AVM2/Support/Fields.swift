import AVM
import AVM2

/// A property that an object only keeps.
struct Field: Sendable {
    enum Kind: Sendable {
        /// A hidden slot, and the accessor that scripts see.
        case accessor
        /// A hidden slot, and a getter.
        case readOnly
        /// A hidden slot; the table has an accessor of its own.
        case hidden
        /// The slot itself.
        case variable
    }
    let name: StaticString
    let type: StaticString
    let kind: Kind

    init(_ name: StaticString, _ type: StaticString) {
        self.name = name
        self.type = type
        kind = .accessor
    }

    init(readOnly name: StaticString, _ type: StaticString) {
        self.name = name
        self.type = type
        kind = .readOnly
    }

    init(hidden name: StaticString, _ type: StaticString) {
        self.name = name
        self.type = type
        kind = .hidden
    }

    init(variable name: StaticString, _ type: StaticString) {
        self.name = name
        self.type = type
        kind = .variable
    }

    /// The rows of a table. The first of the fields has slot `first`.
    static func members(_ fields: [Field], from first: Int) -> [NativeMember] {
        var members: [NativeMember] = []
        members.reserveCapacity(fields.count * 2)
        for field in fields {
            members.append(NativeMember(slot: field.name, field.type, field.kind == .variable ? .public : .internal))
        }
        for (offset, field) in fields.enumerated() {
            let slot = first + offset
            let get: NativeBody = { (call) throws(ScriptError) in call.slot(slot) }
            switch field.kind {
            case .variable, .hidden: break
            case .readOnly: members.append(NativeMember(get: field.name, field.type, get))
            case .accessor:
                members.append(
                    NativeMember(
                        property: field.name, field.type, get: get,
                        set: { (call) throws(ScriptError) in
                            call.setSlot(slot, call[0])
                            return .undefined
                        }))
            }
        }
        return members
    }

    /// The slots of fields that are numbers: empty ones hold 0, not NaN.
    static func numbers(_ fields: [Field], from first: Int) -> [Int] {
        fields.indices.filter { String(describing: fields[$0].type) == ":Number" }.map { $0 + first }
    }
}

extension NativeClassTable {
    /// A class that has nothing but constants.
    static func constants(
        _ name: StaticString, since: UInt8 = 0, _ flags: Traits.Flags = .final,
        _ constants: @escaping @Sendable () -> [NativeMember]
    ) -> NativeClassTable {
        var table = NativeClassTable(name, flags)
        table.staticMembers = constants
        table.since = since
        return table
    }

    /// An interface. Its members are what scripts find by name on an instance of whatever implements it.
    static func interface(
        _ name: StaticString, extends: [StaticString] = [], since: UInt8 = 0,
        _ members: @escaping @Sendable () -> [NativeMember] = { [] }
    ) -> NativeClassTable {
        var table = NativeClassTable(name, base: "", .interface)
        table.interfaces = extends
        table.members = members
        table.since = since
        return table
    }
}

extension NativeMember {
    static func text(_ name: StaticString, _ value: StaticString) -> NativeMember {
        NativeMember(constant: name, ":String", .text(value))
    }
    static func uint(_ name: StaticString, _ value: Int32) -> NativeMember {
        NativeMember(constant: name, ":uint", .int(value))
    }
    static func int(_ name: StaticString, _ value: Int32) -> NativeMember {
        NativeMember(constant: name, ":int", .int(value))
    }
}
