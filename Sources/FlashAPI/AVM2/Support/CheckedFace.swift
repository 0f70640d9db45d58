import AVM
import AVM2

/// A property whose values are checked when they are set.
struct CheckedField: Sendable {
    enum Check: Sendable {
        case none
        /// Error #2007 for null.
        case present
        /// Error #2007 for null, #2008 for what is not among these.
        case oneOf([String])
        /// Error #2004 below 0.
        case notNegative
        /// Held between 0 and 1; no number is 0.
        case unit
    }
    let name: StaticString
    let type: StaticString
    let check: Check
    /// What the property holds where the constructor says nothing of it.
    let initial: Value

    init(_ name: StaticString, _ type: StaticString, _ check: Check = .none, initial: Value = .null) {
        self.name = name
        self.type = type
        self.check = check
        self.initial = initial
    }

    func checked(_ value: Value, _ machine: AVM2Machine) throws(ScriptError) -> Value {
        let name = String(describing: self.name)
        switch check {
        case .none: return value
        case .present:
            guard !value.isNullish else { throw machine.makeError(.type, 2007, [name]) }
        case .oneOf(let accepted):
            guard let text = value.string else { throw machine.makeError(.type, 2007, [name]) }
            guard accepted.contains(text.text) else { throw machine.makeError(.argument, 2008, [name]) }
        case .unit:
            let number = value.number ?? 0
            return Value(double: number.isNaN ? 0 : max(0, min(1, number)))
        case .notNegative:
            if let number = value.number, number < 0 { throw machine.makeError(.argument, 2004) }
        }
        return value
    }
}

/// A class of properties that are checked when they are set, by the constructor as well.
struct CheckedFace: Sendable {
    let name: StaticString
    var base: StaticString = "Object"
    let constructor: StaticString
    let fields: [CheckedField]
    var firstSlot = 0
    /// Indices into ``fields`` of the constructor's parameters, from `argumentStart` on. Those not there come last.
    var order: [Int] = []
    /// `locked`: the slot of the flag after which nothing may be set (Error #2184).
    var lockSlot: Int?
    var clones = false

    init(_ name: StaticString, _ constructor: StaticString, _ fields: [CheckedField]) {
        self.name = name
        self.constructor = constructor
        self.fields = fields
    }

    var slotEnd: Int { firstSlot + fields.count }

    func table(
        flags: Traits.Flags = .final, members: @escaping @Sendable () -> [NativeMember] = { [] }
    ) -> NativeClassTable {
        let face = self
        var table = NativeClassTable(name, base: base, flags, constructor: constructor)
        table.since = 10
        table.members = { face.rows + members() }
        table.initialize = { (call) throws(ScriptError) in
            try face.initialize(call)
            return .undefined
        }
        return table
    }

    /// Sets initial values, then what the constructor is given.
    func initialize(_ call: NativeCall) throws(ScriptError) {
        for (index, field) in fields.enumerated() { call.setSlot(firstSlot + index, field.initial) }
        for argument in order.isEmpty ? Array(0..<min(fields.count, call.count)) : order where argument < call.count {
            call.setSlot(firstSlot + argument, try fields[argument].checked(call[argument], call.machine))
        }
    }

    private var rows: [NativeMember] {
        var rows: [NativeMember] = []
        for field in fields { rows.append(NativeMember(slot: field.name, field.type, .internal)) }
        let lock = lockSlot
        for (offset, field) in fields.enumerated() {
            let slot = firstSlot + offset
            rows.append(
                NativeMember(
                    property: field.name, field.type, get: { (call) throws(ScriptError) in call.slot(slot) },
                    set: { (call) throws(ScriptError) in
                        if let lock, lock != slot, call.slot(lock) == .true {
                            throw call.machine.makeError(.illegalOperation, 2184)
                        }
                        call.setSlot(slot, try field.checked(call[0], call.machine))
                        return .undefined
                    }))
        }
        if clones {
            let (end, lock) = (slotEnd, lockSlot)
            rows.append(
                NativeMember(method: "clone", "():*") { (call) throws(ScriptError) in
                    let copy = try DataFace.clone(call, slotEnd: end)
                    if let lock { copy.object?.cell.slots[lock] = .false }
                    return copy
                })
        }
        return rows
    }
}
