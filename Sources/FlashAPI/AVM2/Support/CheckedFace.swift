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
        /// The same, and what is no number is 0.
        case size
        /// What is no number is 0.
        case numberOrZero
        /// Held between 0 and 1; no number is 0.
        case unit
    }
    let name: StaticString
    let type: StaticString
    let check: Check
    /// What the property holds where the constructor says nothing of it.
    let initial: Value
    /// The function that Flash's own setter calls, which shows in stack traces of errors.
    var helper: String?
    /// A vector of which a copy is taken and given.
    var isCopied = false
    /// What else follows when scripts set it; the second value is what it was before.
    var didSet: (@Sendable (NativeCall, Value) throws(ScriptError) -> Void)?

    init(_ name: StaticString, _ type: StaticString, _ check: Check = .none, initial: Value = .null) {
        self.name = name
        self.type = type
        self.check = check
        self.initial = initial
    }

    /// A value as the property takes it. `calls`: what Flash has called before, for the stack trace of the error.
    func checked(_ value: Value, _ machine: AVM2Machine, through calls: [String] = []) throws(ScriptError) -> Value {
        let name = String(describing: self.name)
        let calls = (helper.map { [$0] } ?? []) + calls
        switch check {
        case .none: break
        case .present:
            guard !value.isNullish else { throw machine.makeError(.type, 2007, [name], through: calls) }
        case .oneOf(let accepted):
            guard let text = value.string else { throw machine.makeError(.type, 2007, [name], through: calls) }
            guard accepted.contains(text.text) else {
                throw machine.makeError(.argument, 2008, [name], through: calls)
            }
        case .unit:
            let number = value.number ?? 0
            return Value(double: number.isNaN ? 0 : max(0, min(1, number)))
        case .notNegative, .size:
            guard let number = value.number else { break }
            if number < 0 { throw machine.makeError(.argument, 2004, [], through: calls) }
            if case .size = check, number.isNaN { return Value(Int32(0)) }
        case .numberOrZero:
            if let number = value.number, number.isNaN { return Value(Int32(0)) }
        }
        return isCopied ? try machine.copyOfVector(value) : value
    }
}

extension AVM2Machine {
    /// A vector with the same elements; what is none is given as it is.
    fileprivate func copyOfVector(_ value: Value) throws(ScriptError) -> Value {
        guard let state = value.object?.native(as: VectorState.self) else { return value }
        let (object, copy) = try makeVector(of: state.type, count: state.count)
        for index in 0..<state.count { copy.elements[index] = state.elements[index] }
        return Value(object)
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
    /// Those of the constructor's parameters whose null says nothing.
    var optional: Set<Int> = []
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
            let field = fields[argument]
            // Flash's constructor is ActionScript that calls the setters. What is left out keeps its first value.
            if optional.contains(argument), call[argument].isNull { continue }
            let setter = ["\(String(describing: name).traced)/set \(field.name)"]
            let old = call.slot(firstSlot + argument)
            call.setSlot(firstSlot + argument, try field.checked(call[argument], call.machine, through: setter))
            try field.didSet?(call, old)
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
                    property: field.name, field.type,
                    get: { (call) throws(ScriptError) in
                        field.isCopied ? try call.machine.copyOfVector(call.slot(slot)) : call.slot(slot)
                    },
                    set: { (call) throws(ScriptError) in
                        if let lock, lock != slot, call.slot(lock) == .true {
                            throw call.machine.makeError(.illegalOperation, 2184)
                        }
                        let old = call.slot(slot)
                        call.setSlot(slot, try field.checked(call[0], call.machine))
                        try field.didSet?(call, old)
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

extension String {
    /// The name of a class as stack traces write it: "flash.text.engine::TabStop".
    fileprivate var traced: String {
        guard let dot = lastIndex(of: ".") else { return self }
        return "\(self[..<dot])::\(self[index(after: dot)...])"
    }
}
