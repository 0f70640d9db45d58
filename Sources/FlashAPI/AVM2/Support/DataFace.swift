import AVM
import AVM2

/// A class as data: its objects keep what the constructor is given, and what is set later.
struct DataFace: Sendable {
    let name: StaticString
    var base: StaticString = "Object"
    var flags: Traits.Flags = []
    var interfaces: [StaticString] = []
    /// The slot of the first of ``fields``.
    var firstSlot = 0
    /// Arguments go into slots in order.
    let constructor: StaticString
    let fields: [Field]
    /// Whether there is `clone`.
    var clones = false
    /// The slot of the first argument, where it is one of the base's.
    var argumentStart: Int?
    /// Texts that the constructor is not given are "", not null.
    var hasEmptyTexts = false
    /// Whether the constructor's arguments are kept.
    var keepsArguments = true
    var since: UInt8 = 0

    init(_ name: StaticString, _ constructor: StaticString, _ fields: [Field]) {
        self.name = name
        self.constructor = constructor
        self.fields = fields
    }

    var slotEnd: Int { firstSlot + fields.count }

    func table(
        _ constants: @escaping @Sendable () -> [NativeMember] = { [] },
        members: @escaping @Sendable () -> [NativeMember] = { [] }
    ) -> NativeClassTable {
        let face = self
        var table = NativeClassTable(name, base: base, flags, constructor: constructor)
        table.interfaces = interfaces
        table.since = since
        table.members = { face.members + members() }
        table.staticMembers = constants
        let zeros = Field.numbers(fields, from: firstSlot)
        let texts =
            hasEmptyTexts
            ? fields.indices.filter { String(describing: fields[$0].type) == ":String" }.map { $0 + firstSlot } : []
        table.initialize = { (call) throws(ScriptError) in
            guard let slots = call.this.object?.cell.slots else { return .undefined }
            for slot in zeros { slots[slot] = Value(double: 0) }
            for slot in texts { slots[slot] = Value(call.machine.names.empty.string) }
            guard face.keepsArguments else { return .undefined }
            let start = face.argumentStart ?? face.firstSlot
            for index in 0..<min(call.count, face.slotEnd - start) { slots[start + index] = call[index] }
            return .undefined
        }
        return table
    }

    private var members: [NativeMember] {
        var members = Field.members(fields, from: firstSlot)
        if clones {
            let end = slotEnd
            let signature: StaticString = "():*"
            members.append(
                NativeMember(method: "clone", signature) { (call) throws(ScriptError) in
                    try DataFace.clone(call, slotEnd: end)
                })
        }
        return members
    }

    /// A new object of the class that declares the method, with the same properties.
    static func clone(_ call: NativeCall, slotEnd: Int) throws(ScriptError) -> Value {
        guard let owner = call.owner, let from = call.this.object else { return .null }
        _ = try call.machine.classObject(owner)
        let copy = call.machine.instantiate(owner)
        copy.cell.slots.update(from: from.cell.slots, count: slotEnd)
        return Value(copy)
    }
}
