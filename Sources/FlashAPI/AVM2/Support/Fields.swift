import AVM
import AVM2

/// A property that an object only keeps: a hidden slot, and the accessor that scripts see.
struct Field: Sendable {
    let name: StaticString
    let type: StaticString
    let isReadOnly: Bool

    init(_ name: StaticString, _ type: StaticString) {
        self.name = name
        self.type = type
        isReadOnly = false
    }

    init(readOnly name: StaticString, _ type: StaticString) {
        self.name = name
        self.type = type
        isReadOnly = true
    }

    /// The rows of a table. The first of the fields has slot `first`.
    static func members(_ fields: [Field], from first: Int) -> [NativeMember] {
        var members: [NativeMember] = []
        members.reserveCapacity(fields.count * 2)
        for field in fields { members.append(NativeMember(slot: field.name, field.type, .internal)) }
        for (offset, field) in fields.enumerated() {
            let slot = first + offset
            let get: NativeBody = { (call) throws(ScriptError) in call.slot(slot) }
            if field.isReadOnly {
                members.append(NativeMember(get: field.name, field.type, get))
            } else {
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
